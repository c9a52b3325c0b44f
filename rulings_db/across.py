"""Words"""

from rulings_db.aligned import Linked, Side


class EnglishWords:
    def __init__(self, side: Side) -> None: ...


def mine(language_id: int, words: EnglishWords, linked: Linked):
    return []
