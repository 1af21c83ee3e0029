package fetch_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"

	"robotslens/engine"
	"robotslens/fetch"
)

// A robots.txt is fetched for any URL that it governs, and what the answer
// means is asked of a dialect.
func ExampleClient_Get() {
	shop := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			fmt.Fprint(w, "User-agent: *\nDisallow: /cart\n")
		}
	}))
	defer shop.Close()
	client := fetch.New(fetch.Options{})
	defer client.Close()

	page := shop.URL + "/cart/7"
	result, err := client.Get(context.Background(), fetch.Request{URL: page})
	if err != nil {
		fmt.Println(err)
		return
	}
	meaning := result.Meaning("rfc", engine.OriginOf(page))
	trace := engine.Parse(result.Body, engine.RFC).Explain(page, engine.Crawler{Tokens: []string{"ExampleBot"}})
	fmt.Println(result.Status, meaning.Do == engine.DoRules, trace.Allowed, trace.Line)
	// Output: 200 true false 2
}

func ExampleRobotsURL() {
	robots, _, err := fetch.RobotsURL("shop.example:8080/products/7?sort=price")
	fmt.Println(robots, err)
	// Output: https://shop.example:8080/robots.txt <nil>
}

// A sitemap is read as it comes, one URL after another.
func ExampleSitemapFrom() {
	text := strings.NewReader("https://shop.example/\nhttps://shop.example/products/7\n")
	for page, err := range fetch.SitemapFrom(context.Background(), text, "sitemap.txt", fetch.SitemapOptions{}) {
		fmt.Println(page.Line, page.Loc, err)
	}
	// Output:
	// 1 https://shop.example/ <nil>
	// 2 https://shop.example/products/7 <nil>
}
