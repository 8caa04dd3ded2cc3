"""Indexes: many expressions with their vectors, prepared once."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any, Iterable, List

from ._library import array_of, checked, encoded, lib
from .model import Model
from .verdict import ANSWERS


@dataclass(frozen=True)
class Neighbour:
    """An expression of an index."""

    row: int
    """its place among those that the index was built from"""
    text: str
    class_name: str
    similarity: float
    """cosine of the two vectors"""
    verdict: str
    """'equivalent', 'different' or 'undecided', proved"""
    method: str
    witness: str
    """different: values of the variables that prove it, as 'a=0 b=1'"""


class Index:
    """The nearest of many expressions.

    >>> index = Index(Model("boolean"), ["a & b", "a | b", "b & a", "~a"])
    >>> [one.text for one in index.nearest("~(~a | ~b)", k=2)]
    ['a & b', 'b & a']
    >>> [one.text for one in index.equivalent("a -> a & b")]
    []
    """

    def __init__(self, model: Model, expressions: Iterable[Any], *, threads: int = 1) -> None:
        texts = [encoded(one) for one in expressions]
        self._pointer = checked(lib.eqnet_index_build(model._pointer, array_of(texts), len(texts), threads))

    @classmethod
    def open(cls, path: "str | os.PathLike[str]") -> "Index":
        """A file that `save` or `eqnet index` wrote; it is read as it is needed."""
        index = cls.__new__(cls)
        index._pointer = checked(lib.eqnet_index_open(os.fsencode(path)))
        return index

    def save(self, path: "str | os.PathLike[str]") -> None:
        if lib.eqnet_index_save(self._pointer, os.fsencode(path)) != 0:
            checked(None)

    def nearest(self, expression: Any, *, k: int = 10, timeout: float = 10) -> List[Neighbour]:
        """The k whose vectors are most similar, each with an exact verdict; the expression itself is none of them."""
        return self._take(lib.eqnet_nearest(self._pointer, encoded(expression), k, timeout))

    def equivalent(self, expression: Any, *, k: int = 10, timeout: float = 10) -> List[Neighbour]:
        """Those that are proved to be equivalent, at most k; the expression itself may be one of them."""
        return self._take(lib.eqnet_nearest_equivalent(self._pointer, encoded(expression), k, timeout))

    @staticmethod
    def _take(pointer: Any) -> List[Neighbour]:
        checked(pointer)
        try:
            found = []
            for i in range(lib.eqnet_neighbours_count(pointer)):
                one = lib.eqnet_neighbours_at(pointer, i).contents
                found.append(
                    Neighbour(
                        one.row,
                        one.text.decode(),
                        one.class_name.decode(),
                        one.similarity,
                        ANSWERS[one.verdict],
                        one.method.decode(),
                        one.witness.decode(),
                    )
                )
            return found
        finally:
            lib.eqnet_neighbours_close(pointer)

    def __len__(self) -> int:
        return int(lib.eqnet_index_size(self._pointer))

    def __repr__(self) -> str:
        return f"<Index of {len(self)} expressions>"

    def __del__(self) -> None:
        if getattr(self, "_pointer", None):
            lib.eqnet_index_close(self._pointer)
