"""Datasets: expressions in classes of equivalent ones, with a split into parts for training and tests."""

from __future__ import annotations

import os
import re
import tempfile
from pathlib import Path
from typing import Any, Dict, Iterable, Iterator, List, Optional, Tuple

from ._arguments import listed, read_together, shared_domain, whole
from ._html import table
from ._library import array_of, checked, lib, name_of, operators_of, path_of, take_texts


class Dataset:
    """Expressions, each with the name of its class. It never changes.

    domain: as in `equivalent`, one for all.

    >>> data = Dataset(["a & b", "b & a", "a | b", "b | a"], ["and", "and", "or", "or"])
    >>> len(data), data.classes
    (4, 2)
    >>> next(iter(data))
    ('a & b', 'and')
    """

    def __init__(self, expressions: Iterable[Any], classes: Iterable[Any], *, domain: Optional[str] = None, seed: int = 1) -> None:
        members = listed(expressions)
        own, texts = read_together(shared_domain(domain, members), members)
        names = [str(one).encode() for one in listed(classes, "names of classes")]
        if len(texts) != len(names):
            raise ValueError(f"there are {len(texts)} expressions and {len(names)} names of classes")
        number = whole("seed", seed)
        self._pointer = checked(lib.eqnet_dataset_make(own, array_of(texts), array_of(names), len(texts), number))
        self._name = "own"  # as the library calls it; the checkpoint of a training has it

    @classmethod
    def _of(cls, pointer: Any, name: str) -> "Dataset":
        dataset = cls.__new__(cls)
        dataset._pointer = checked(pointer)
        dataset._name = name
        return dataset

    @classmethod
    def open(cls, path: "str | os.PathLike[str]", *, domain: Optional[str] = None) -> "Dataset":
        """A dataset's main file, NAME.json.gz or NAME.txt, with its split where there is one."""
        name = re.sub(r"\.(json|txt|tsv)(\.gz)?$", "", os.path.basename(os.fsdecode(path)))
        return cls._of(lib.eqnet_dataset_open(path_of(path), name_of(domain)), name)

    def save(self, folder: "str | os.PathLike[str]", name: str, *, as_text: bool = False) -> None:
        """Writes FOLDER/NAME.json.gz (or NAME.txt) and the files of the split."""
        if lib.eqnet_dataset_save(self._pointer, path_of(folder), path_of(name), int(as_text)) != 0:
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
        """The files that `save` writes: with the split, and the definition of an algebra of one's own."""
        with tempfile.TemporaryDirectory() as folder:
            self.save(folder, self._name)
            files = {str(path.relative_to(folder)): path.read_bytes() for path in Path(folder).rglob("*") if path.is_file()}
        defined = f"{self._name}.toml" in files
        return (Dataset._from_files, (files, self._name, None if defined else self.domain))

    @staticmethod
    def _from_files(files: Dict[str, bytes], name: str, domain: Optional[str]) -> "Dataset":
        with tempfile.TemporaryDirectory() as folder:
            for path, data in files.items():
                (Path(folder) / path).parent.mkdir(parents=True, exist_ok=True)
                (Path(folder) / path).write_bytes(data)
            return Dataset.open(Path(folder) / f"{name}.json.gz", domain=domain)

    def __copy__(self) -> "Dataset":
        return self

    def __deepcopy__(self, _: Any) -> "Dataset":
        return self

    def __del__(self) -> None:
        if getattr(self, "_pointer", None):
            pointer, self._pointer = self._pointer, None
            lib.eqnet_dataset_close(pointer)


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
    number = whole("seed", seed)
    if preset is not None:
        return Dataset._of(lib.eqnet_dataset_preset(preset.encode(), number), preset)
    sizes = whole("variables", variables), whole("max_size", max_size, 1), whole("per_class", per_class)
    dataset = Dataset._of(lib.eqnet_dataset_generate(name_of(domain), operators_of(operators), *sizes, number), "")
    dataset._name = f"{dataset.domain}-v{sizes[0]}-n{sizes[1]}"
    return dataset
