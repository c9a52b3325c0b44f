"""Lists by pages."""

PAGE = 100
"""How many of a list are given at once."""


def pages(total: int) -> int:
    """How many pages a list has; an empty one has one too."""
    return max(1, -(-total // PAGE))


def page_within(page: int, total: int) -> int:
    """The page of a list that is meant; one behind the last is the last."""
    return max(1, min(page, pages(total)))


def place(page: int) -> slice:
    """Where a page stands in its list."""
    return slice((page - 1) * PAGE, page * PAGE)
