// Command robotslens is a terminal debugger for robots.txt.
package main

func main() {}
