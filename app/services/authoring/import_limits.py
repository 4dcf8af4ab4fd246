"""How large a file of questions may be."""

LARGEST_MB = 20
LARGEST = LARGEST_MB * 1024 * 1024
