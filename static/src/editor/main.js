// The editor with a script.
