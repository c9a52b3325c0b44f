"""Facets: how many hits have each value, counted in one pass over the arrays of the index."""

from collections.abc import Mapping, Sequence

import numpy as np

from rulings_db.index.arrays import FACETS, KINDS, Arrays, Mask


def count(arrays: Arrays, masks: Mapping[str, Mask], base: Mask) -> dict[str, dict[str, int]]:
    """How many hits have each value of each facet: {facet: {value: count}}, frequent first.

    `base` are the hits of the query, `masks` those that each facet's selection leaves: a facet is
    counted under all selections but its own, so that its siblings stay in sight.
    """
    everything = np.logical_and.reduce([base, *masks.values()])
    counted = {}
    for facet in FACETS:
        hits = everything
        if facet in masks:
            others = [mask for name, mask in masks.items() if name != facet]
            hits = np.logical_and.reduce([base, *others])
        ids = np.flatnonzero(hits)
        labels: Sequence[str]
        if facet == "kind":
            labels, numbers = KINDS, np.bincount(arrays.kind[ids], minlength=2)
        elif facet == "language":
            labels = arrays.languages
            numbers = np.bincount(arrays.language[ids], minlength=len(labels))
        else:
            values = arrays.facets[facet]
            labels = values.labels
            by_entity = np.bincount(arrays.entity[ids], minlength=len(values.starts) - 1)
            numbers = values.frequencies(by_entity)
        present = np.flatnonzero(numbers)
        ranked = sorted((-int(numbers[i]), labels[i]) for i in present)
        counted[facet] = {label: -number for number, label in ranked}
    return counted


def select(arrays: Arrays, facet: str, wanted: Sequence[str]) -> Mask:
    """The hits that have one of the values `wanted` of a facet."""
    if facet == "kind":
        return np.isin(arrays.kind, [n for n, kind in enumerate(KINDS) if kind in wanted])
    if facet == "language":
        numbers = [n for n, code in enumerate(arrays.languages) if code in wanted]
        return np.isin(arrays.language, numbers)
    return arrays.facets[facet].of(wanted)[arrays.entity]
