"""Words in katakana. Japanese has no spaces, but such a word ends where its katakana do: レイヤー
is no part of プレイヤー for people, though the index finds it there."""

import json
import sqlite3
from collections.abc import Iterable
from unicodedata import normalize

import numpy as np
from numpy.typing import NDArray

from rulings_db.database.schema import FACES_PER_CARD
from rulings_db.index.arrays import Arrays, Mask
from rulings_db.language.fold import KATAKANA_RUN


def within(
    connection: sqlite3.Connection, arrays: Arrays, typed: Iterable[str], hits: NDArray[np.int64]
) -> Mask:
    """For each of `hits` whether a katakana word among those that were typed is in it but as a part
    of longer ones."""
    part = np.zeros(len(hits), dtype=bool)
    runs = [
        run for run in {normalize("NFKC", text) for text in typed} if KATAKANA_RUN.fullmatch(run)
    ]
    if not runs:
        return part
    entities = np.unique(arrays.entity[hits])
    is_card = entities <= arrays.cards
    about: dict[str, str | int] = {
        "cards": json.dumps(entities[is_card].tolist()),
        "rulings": json.dumps((entities[~is_card] - arrays.cards).tolist()),
        "before": arrays.cards,
    }
    for run in runs:
        about["alone"] = f"*[^ァ-ヺー]{run}[^ァ-ヺー]*"
        part |= ~np.isin(hits, arrays.hits(connection.execute(_ALONE, about)))
    return part


# Those of some cards and rulings that have a word by itself.
_ALONE = f"""
    SELECT localizations.language_id, wanted.value
    FROM languages
    CROSS JOIN json_each(:cards) AS wanted
    CROSS JOIN localizations
        ON localizations.language_id = languages.id
        AND localizations.face_id BETWEEN wanted.value * {FACES_PER_CARD}
            AND wanted.value * {FACES_PER_CARD} + {FACES_PER_CARD - 1}
    WHERE languages.code = 'ja' AND (
        '|' || localizations.name || '|' GLOB :alone
        OR '|' || localizations.type_line || '|' GLOB :alone
        OR '|' || localizations.text || '|' GLOB :alone
    )
    UNION ALL
    SELECT ruling_texts.language_id, wanted.value + :before
    FROM languages
    CROSS JOIN json_each(:rulings) AS wanted
    CROSS JOIN ruling_texts
        ON ruling_texts.ruling_id = wanted.value AND ruling_texts.language_id = languages.id
    WHERE languages.code = 'ja' AND '|' || ruling_texts.text || '|' GLOB :alone
"""
