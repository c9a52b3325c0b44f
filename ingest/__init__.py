"""The outside world in, records out: readers for every format, no SQL, nothing of rulings_db."""
