"""How large a file of one's own data may be."""

LARGEST_MB = 12  # some seven thousand answers, which take a few seconds to go in
LARGEST = LARGEST_MB * 1024 * 1024
