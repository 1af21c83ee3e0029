package fetch

import "testing"

func TestTheRobotsTxtThatGovernsAURLIsFound(t *testing.T) {
	tests := []struct{ in, want string }{
		{"https://shop.example/a/b?c#d", "https://shop.example/robots.txt"},
		{"http://shop.example", "http://shop.example/robots.txt"},
		{"shop.example", "https://shop.example/robots.txt"},
		{"shop.example/a://b", "https://shop.example/robots.txt"},
		{"//shop.example/a", "https://shop.example/robots.txt"},
		{" https://Shop.Example:443/ ", "https://shop.example/robots.txt"},
		{"https://shop.example:8443/a", "https://shop.example:8443/robots.txt"},
		{"localhost:8080/a", "https://localhost:8080/robots.txt"},
		{"https://me:pw@shop.example/", "https://shop.example/robots.txt"},
		{"https://bücher.example/x", "https://xn--bcher-kva.example/robots.txt"},
		{"https://b%C3%BCcher.example/x", "https://xn--bcher-kva.example/robots.txt"},
		{"https://straße.example/", "https://xn--strae-oqa.example/robots.txt"},
		{"https://my_host.example/", "https://my_host.example/robots.txt"},
		{"http://[::1]:8080/a", "http://[::1]:8080/robots.txt"},
		{"ftp://shop.example/", ""},
		{"file:///etc/passwd", ""},
		{"/only/a/path", ""},
		{"", ""},
		{"https://", ""},
		{"https://shop.example:0/", ""},
		{"https://shop.example:123456/", ""},
		{"https://shop.example:x/", ""},
		{"https://sh op.example/", ""},
		{"https://[nonsense]/", ""},
		{"https://sh\x1bop.example/", ""},
	}
	for _, tt := range tests {
		got, origin, err := RobotsURL(tt.in)
		if got != tt.want || (err == nil) != (tt.want != "") {
			t.Errorf("RobotsURL(%q) = %q, %v; want %q", tt.in, got, err, tt.want)
		}
		if err == nil && origin.String()+"/robots.txt" != got {
			t.Errorf("RobotsURL(%q) governs %s", tt.in, origin)
		}
	}
}

func TestAPageIsAskedForWithoutWhatServersNeverSee(t *testing.T) {
	tests := []struct{ in, want string }{
		{"https://me@Shop.Example:443/a?b=c#d", "https://shop.example/a?b=c"},
		{"shop.example?u=x", "https://shop.example/?u=x"},
		{"https://bücher.example/ü", "https://xn--bcher-kva.example/%C3%BC"},
		{"//shop.example/a%2Fb", "https://shop.example/a%2Fb"},
		{"https://shop.example", "https://shop.example/"},
	}
	for _, tt := range tests {
		if got, err := pageURL(tt.in); got != tt.want || err != nil {
			t.Errorf("pageURL(%q) = %q, %v; want %q", tt.in, got, err, tt.want)
		}
	}
}
