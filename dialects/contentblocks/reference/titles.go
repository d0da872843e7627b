package reference

import _ "embed"

// What each fault and variant does, in a sentence.
var (
	//go:embed titles_consumer.txt
	consumerTitles string
	//go:embed titles_producer.txt
	producerTitles string
)
