"""Indexes: many expressions with their vectors, prepared once."""

from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Dict, Iterable, List

from ._arguments import encoded, listed, pointer_of, seconds_of, whole
from ._library import array_of, checked, lib, path_of
from .model import Model
from .verdict import ANSWERS, Verdict


@dataclass(frozen=True)
class Neighbour:
    """An expression of an index."""

    row: int
    """its place among those that the index was built from"""
    text: str
    class_name: str
    similarity: float
    """cosine of the two vectors"""
    verdict: Verdict
    """whether it means the same as what was asked for, proved; the values at a witness are not told"""


class Index:
    """The nearest of many expressions. It never changes.

    >>> index = Index(Model("boolean"), ["a & b", "a | b", "b & a", "~a"])
    >>> [one.text for one in index.nearest("~(~a | ~b)", k=2)]
    ['a & b', 'b & a']
    >>> [one.text for one in index.equivalent("a -> a & b")]
    []
    """

    def __init__(self, model: Model, expressions: Iterable[Any], *, threads: int = 1) -> None:
        texts = [encoded(one) for one in listed(expressions)]
        workers = whole("threads", threads, 1)
        self._pointer = checked(lib.eqnet_index_build(pointer_of(model, Model), array_of(texts), len(texts), workers))

    @classmethod
    def open(cls, path: "str | os.PathLike[str]") -> "Index":
        """A file that `save` or `eqnet index` wrote; it is read as it is needed."""
        index = cls.__new__(cls)
        index._pointer = checked(lib.eqnet_index_open(path_of(path)))
        return index

    def save(self, path: "str | os.PathLike[str]") -> None:
        if lib.eqnet_index_save(self._pointer, path_of(path)) != 0:
            checked(None)

    def nearest(self, expression: Any, *, k: int = 10, timeout: float = 10) -> List[Neighbour]:
        """The k whose vectors are most similar, each with an exact verdict; the expression itself is none of them."""
        return self._ask(lib.eqnet_nearest, expression, k, timeout)

    def equivalent(self, expression: Any, *, k: int = 10, timeout: float = 10) -> List[Neighbour]:
        """Those that are proved to be equivalent, at most k; the expression itself may be one of them."""
        return self._ask(lib.eqnet_nearest_equivalent, expression, k, timeout)

    def _ask(self, function: Any, expression: Any, k: int, timeout: float) -> List[Neighbour]:
        text = encoded(expression)
        pointer = checked(function(self._pointer, text, whole("k", k, 1), seconds_of("timeout", timeout)))
        try:
            found = []
            for i in range(lib.eqnet_neighbours_count(pointer)):
                one = lib.eqnet_neighbours_at(pointer, i).contents
                own = one.text.decode()
                verdict = Verdict(
                    ANSWERS[one.verdict],
                    one.method.decode(),
                    witness=_values_of(one.witness.decode()) if one.verdict == 0 else None,
                    expressions=(text.decode(errors="replace"), own),
                )
                found.append(Neighbour(one.row, own, one.class_name.decode(), one.similarity, verdict))
            return found
        finally:
            lib.eqnet_neighbours_close(pointer)

    def __reduce__(self) -> Any:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "index"
            self.save(path)
            return (Index._from_bytes, (path.read_bytes(),))

    @staticmethod
    def _from_bytes(data: bytes) -> "Index":
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "index"
            path.write_bytes(data)
            return Index.open(path)  # what is open stays readable when its name is gone

    def __copy__(self) -> "Index":
        return self

    def __deepcopy__(self, _: Any) -> "Index":
        return self

    def __len__(self) -> int:
        return int(lib.eqnet_index_size(self._pointer))

    def __repr__(self) -> str:
        return f"<Index of {len(self)} expressions>"

    def __del__(self) -> None:
        if getattr(self, "_pointer", None):
            pointer, self._pointer = self._pointer, None
            lib.eqnet_index_close(pointer)


def _values_of(witness: str) -> Dict[str, str]:
    """ "a=0 b=1" as {"a": "0", "b": "1"}."""
    return dict(value.split("=", 1) for value in witness.split(" ") if value)
