package endpoint

// Whose is the type of an error with a status: the asker's below 500, and else the server's.
func Whose(status int, asker, server string) string {
	if status >= 400 && status < 500 {
		return asker
	}
	return server
}
