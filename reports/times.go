package reports

import "time"

func parsesAs(form, text string) bool {
	_, err := time.Parse(form, text)
	return err == nil
}
