"""Datasets: expressions in classes of equivalent ones, with a split into parts for training and tests."""

from __future__ import annotations

import os
from typing import Any, Iterable, Iterator, List, Optional, Tuple

from ._html import table
from ._library import array_of, checked, encoded, lib, name_of, operators_of, take_texts


class Dataset:
    """Expressions, each with the name of its class.

    >>> data = Dataset(["a & b", "b & a", "a | b", "b | a"], ["and", "and", "or", "or"])
    >>> len(data), data.classes
    (4, 2)
    >>> next(iter(data))
    ('a & b', 'and')
    """

    def __init__(self, expressions: Iterable[Any], classes: Iterable[Any], *, domain: Optional[str] = None, seed: int = 1) -> None:
        texts = [encoded(one) for one in expressions]
        names = [str(one).encode() for one in classes]
        if len(texts) != len(names):
            raise ValueError(f"there are {len(texts)} expressions and {len(names)} names of classes")
        self._pointer = checked(lib.eqnet_dataset_make(name_of(domain), array_of(texts), array_of(names), len(texts), seed))

    @classmethod
    def _of(cls, pointer: Any) -> "Dataset":
        dataset = cls.__new__(cls)
        dataset._pointer = checked(pointer)
        return dataset

    @classmethod
    def open(cls, path: "str | os.PathLike[str]", *, domain: Optional[str] = None) -> "Dataset":
        """A dataset's main file, NAME.json.gz or NAME.txt, with its split where there is one."""
        return cls._of(lib.eqnet_dataset_open(os.fsencode(path), name_of(domain)))

    def save(self, folder: "str | os.PathLike[str]", name: str, *, as_text: bool = False) -> None:
        """Writes FOLDER/NAME.json.gz (or NAME.txt) and the files of the split."""
        if lib.eqnet_dataset_save(self._pointer, os.fsencode(folder), name.encode(), int(as_text)) != 0:
            checked(None)

    @property
    def domain(self) -> str:
        return str(lib.eqnet_dataset_domain(self._pointer).decode())

    @property
    def classes(self) -> int:
        """How many there are."""
        return int(lib.eqnet_dataset_class_count(self._pointer))

    @property
    def expressions(self) -> List[str]:
        """Class by class."""
        return take_texts(lib.eqnet_dataset_texts(self._pointer))

    @property
    def class_names(self) -> List[str]:
        """One per expression."""
        return take_texts(lib.eqnet_dataset_classes(self._pointer))

    def __len__(self) -> int:
        return int(lib.eqnet_dataset_size(self._pointer))

    def __iter__(self) -> Iterator[Tuple[str, str]]:
        return iter(zip(self.expressions, self.class_names))

    def __repr__(self) -> str:
        return f"<Dataset of {len(self)} {self.domain} expressions in {self.classes} classes>"

    def _repr_html_(self) -> str:
        return table([("domain", self.domain), ("expressions", str(len(self))), ("classes", str(self.classes))])

    def __reduce__(self) -> Any:
        return (Dataset._again, (self.expressions, self.class_names, self.domain))

    @staticmethod
    def _again(expressions: List[str], classes: List[str], domain: str) -> "Dataset":
        return Dataset(expressions, classes, domain=domain)

    def __del__(self) -> None:
        if getattr(self, "_pointer", None):
            lib.eqnet_dataset_close(self._pointer)


def generate(
    preset: Optional[str] = None,
    *,
    domain: Optional[str] = None,
    variables: int = 3,
    max_size: int = 5,
    operators: Any = None,
    per_class: int = 0,
    seed: int = 1,
) -> Dataset:
    """A dataset of the paper by its name, or all expressions of a space grouped by meaning.

    >>> generate("Bool5")
    <Dataset of 1239 boolean expressions in 95 classes>
    >>> generate(domain="polynomial", variables=2, max_size=5, operators="+,-")
    <Dataset of 74 polynomial expressions in 18 classes>
    """
    if (preset is None) == (domain is None):
        raise ValueError("either the name of a preset is needed, or a domain")
    if preset is not None:
        return Dataset._of(lib.eqnet_dataset_preset(preset.encode(), seed))
    return Dataset._of(
        lib.eqnet_dataset_generate(name_of(domain), operators_of(operators), variables, max_size, per_class, seed)
    )
