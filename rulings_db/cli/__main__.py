"""`python -m rulings_db.cli`."""

from rulings_db.cli.main import main

main()
