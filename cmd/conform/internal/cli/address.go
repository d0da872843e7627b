package cli

import (
	"net/url"
	"strconv"
)

// HTTPURL reads what somebody typed as the URL of a server; ok says that it is one, with a port that there can be.
func HTTPURL(text string) (u *url.URL, ok bool) {
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return nil, false
	}
	if port := u.Port(); port != "" {
		n, err := strconv.ParseUint(port, 10, 16)
		if err != nil || n == 0 {
			return nil, false
		}
	}
	return u, true
}
