"""Models: vectors of expressions."""

from __future__ import annotations

import ctypes
import os
import signal
import threading
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterable, Iterator, List, Optional, Tuple, Union

from ._arguments import encoded, pointer_of, seconds_of, whole
from ._html import table
from ._library import Error, Progress, ScoresStruct, Training, checked, failure, lib, path_of, take_texts
from .dataset import Dataset

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    from .index import Index, Neighbour


class Model:
    """A model file, or a pretrained model by its name, "boolean", "polynomial" or "rational". It never changes.

    >>> model = Model("boolean")
    >>> vectors = model.embed(["a -> b", "~a | b", "a & b"])
    >>> import numpy
    >>> numpy.allclose(vectors[0], vectors[1], atol=1e-5), numpy.allclose(vectors[0], vectors[2], atol=1e-5)
    (True, False)
    """

    def __init__(self, path: "str | os.PathLike[str]") -> None:
        self._pointer = checked(lib.eqnet_open(path_of(path)))

    @classmethod
    def _of(cls, pointer: Any) -> "Model":
        model = cls.__new__(cls)
        model._pointer = checked(pointer)
        return model

    @property
    def dimension(self) -> int:
        """Numbers of a vector."""
        return int(lib.eqnet_dimension(self._pointer))

    @property
    def domain(self) -> str:
        return str(lib.eqnet_domain(self._pointer).decode())

    @property
    def kind(self) -> str:
        """'eqnet-mul', …"""
        return str(lib.eqnet_kind(self._pointer).decode())

    @property
    def leaves(self) -> List[str]:
        """The variables and constants that it has learned."""
        return take_texts(lib.eqnet_leaves(self._pointer))

    @property
    def operators(self) -> List[str]:
        """The operators that it has learned, with their numbers of children: 'And/2'."""
        return take_texts(lib.eqnet_operators(self._pointer))

    def embed(self, expressions: Any, *, threads: int = 1, skip_bad: bool = False) -> "NDArray[numpy.float32]":
        """The vector of an expression, or of each of a list as the rows of a matrix of float32. Needs NumPy.

        skip_bad: expressions that cannot be read, or have symbols that the model has not learned, have rows of NaN;
        otherwise they raise eqnet.Error.
        """
        import numpy

        def text(one: Any) -> bytes:
            try:
                return encoded(one)
            except Error:
                if not skip_bad:
                    raise
                return b""  # which is no expression

        workers = whole("threads", threads, 1)
        single = isinstance(expressions, str) or not hasattr(expressions, "__iter__")
        if not single and type(expressions) is not list:
            expressions = list(expressions)
        texts = [expressions] if single else expressions
        packed = b""
        try:  # a list of str, as nearly always: packed in one go
            packed = "\0".join(texts).encode() + b"\0" if texts else b""
        except (TypeError, UnicodeEncodeError):
            pass
        if packed.count(b"\0") != len(texts):  # something else, or a zero character in one
            packed = b"".join(text(one) + b"\0" for one in texts)
        vectors: "NDArray[numpy.float32]" = numpy.empty((len(texts), self.dimension), dtype=numpy.float32)
        bad = lib.eqnet_embed_packed(
            self._pointer, packed, len(packed), vectors.ctypes.data_as(ctypes.c_void_p), vectors.size, workers
        )
        if bad < 0 or (bad > 0 and not skip_bad):
            raise failure()
        return vectors.reshape(-1) if single else vectors

    def index(self, expressions: Iterable[Any], *, threads: int = 1) -> "Index":
        """The expressions with their vectors, for `Index.nearest`."""
        from .index import Index

        return Index(self, expressions, threads=threads)

    def nearest(self, expression: Any, among: Iterable[Any], *, k: int = 10, timeout: float = 10) -> "List[Neighbour]":
        """The k of some expressions whose vectors are nearest, each with an exact verdict.

        >>> for one in Model("boolean").nearest("a & b", ["b & a", "a | b", "~(~a | ~b)"], k=2):
        ...     print(one.text, "is", one.verdict)
        b & a is equivalent (truth table)
        ~(~a | ~b) is equivalent (truth table)
        """
        return self.index(among).nearest(expression, k=k, timeout=timeout)

    def save(self, path: "str | os.PathLike[str]") -> None:
        if lib.eqnet_save(self._pointer, path_of(path)) != 0:
            raise failure()

    def to_bytes(self) -> bytes:
        """What its file holds."""
        size = lib.eqnet_model_bytes(self._pointer, None, 0)
        if size < 0:
            raise failure()
        buffer = ctypes.create_string_buffer(size)
        lib.eqnet_model_bytes(self._pointer, buffer, size)
        return buffer.raw

    @classmethod
    def from_bytes(cls, data: bytes) -> "Model":
        return cls._of(lib.eqnet_open_bytes(data, len(data)))

    def __reduce__(self) -> Any:
        return (Model.from_bytes, (self.to_bytes(),))

    def __copy__(self) -> "Model":
        return self

    def __deepcopy__(self, _: Any) -> "Model":
        return self

    def __repr__(self) -> str:
        return f"<Model {self.kind} of {self.domain} expressions, vectors of {self.dimension} numbers>"

    def _repr_html_(self) -> str:
        return table(
            [
                ("kind", self.kind),
                ("domain", self.domain),
                ("vectors", f"{self.dimension} numbers"),
                ("variables and constants", " ".join(self.leaves)),
                ("operators", " ".join(self.operators)),
            ]
        )

    def __del__(self) -> None:
        if getattr(self, "_pointer", None):
            pointer, self._pointer = self._pointer, None
            lib.eqnet_close(pointer)


@dataclass(frozen=True)
class Status:
    """Where a training is."""

    epoch: int
    seconds: float
    left: Optional[float]
    """seconds to its end, where one is in sight"""
    loss: float
    accuracy: float
    """of the last validation"""
    best: float
    """of the best validation"""
    doing: str
    """which part of the training, where it has several"""


@contextmanager
def _interrupts_in(noted: List[int]) -> Iterator[None]:
    """Ctrl-C adds to a list where it would raise KeyboardInterrupt: in the main thread, unless the program handles it.

    It would be raised on entering a callback, before the first line there; ctypes prints what is, and forgets it.
    """
    main = threading.current_thread() is threading.main_thread()
    if not main or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    before = signal.signal(signal.SIGINT, lambda number, _: noted.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def train(
    expressions: Any,
    classes: Optional[Iterable[Any]] = None,
    *,
    domain: Optional[str] = None,
    kind: str = "eqnet-mul",
    recipe: str = "tuned",
    settings: Optional[Dict[str, Any]] = None,
    seed: int = 1,
    threads: int = 1,
    epochs: int = 0,
    seconds: float = 0,
    path: "Union[str, os.PathLike[str], None]" = None,
    progress: Optional[Callable[[Status], Any]] = None,
) -> Model:
    """Learns vectors from expressions and the names of their classes, or from a Dataset.

    progress: called with a Status at most ten times per second. What it raises ends the training and is raised again, and
    so is KeyboardInterrupt. path: the model file to write; an interrupted training goes on from its checkpoint when it is
    called again.

    >>> data = generate(domain="boolean", variables=2, max_size=6)
    >>> model = train(data, seconds=20)
    >>> evaluate(model, data).seen.share(5) > 0.99
    True
    """
    if isinstance(expressions, Dataset):
        if classes is not None:
            raise ValueError("a Dataset has its own classes")
        data = expressions
    elif classes is None:
        raise ValueError("expressions need the names of their classes, one each")
    else:
        data = Dataset(expressions, classes, domain=domain, seed=seed)

    limits = whole("seed", seed), whole("threads", threads, 1), whole("epochs", epochs), seconds_of("seconds", seconds)
    raised: List[BaseException] = []
    interrupts: List[int] = []

    def told(status: Any, _: Any) -> int:
        if raised or interrupts:
            return 1
        try:
            if progress is not None:
                own = status.contents
                left = None if own.left < 0 else own.left
                doing = (own.doing or b"").decode()
                progress(Status(own.epoch, own.seconds, left, own.loss, own.accuracy, own.best, doing))
        except BaseException as error:  # ctypes would print it and go on
            raised.append(error)
            return 1
        return 1 if interrupts else 0

    callback = Progress(told)  # must live until the training is over
    words = " ".join(f"{name}={value}" for name, value in (settings or {}).items())
    options = Training(
        kind.encode(),
        recipe.encode(),
        words.encode(),
        *limits,
        None if path is None else path_of(path),
        callback,
        None,
    )
    with _interrupts_in(interrupts):
        pointer = lib.eqnet_train(data._pointer, ctypes.byref(options))
    if raised or interrupts:
        if pointer:
            lib.eqnet_close(pointer)
        if interrupts:
            raise KeyboardInterrupt
        raise raised[0]
    return Model._of(pointer)


@dataclass(frozen=True)
class Scores:
    """Over the queries of one part of a dataset."""

    queries: int
    score: Tuple[float, ...]
    """score_1, score_2, …, as fractions"""
    ceiling: Tuple[float, ...]
    """what a perfect encoder scores"""

    def share(self, k: int) -> float:
        """score_k as a share of its ceiling."""
        if not 1 <= k <= len(self.score):
            raise ValueError(f"k is {k}, and must be from 1 to {len(self.score)}")
        return self.score[k - 1] / self.ceiling[k - 1]


@dataclass(frozen=True)
class Evaluation:
    """How good a model is: do an expression's nearest neighbours mean the same?"""

    seen: Optional[Scores]
    """expressions of classes that the training part has"""
    unseen: Optional[Scores]
    """expressions of other classes"""

    def _repr_html_(self) -> str:
        rows = []
        for name, part in (("seen classes", self.seen), ("unseen classes", self.unseen)):
            if part is not None:
                rows.append((name, f"score_5 {100 * part.score[4]:.1f}% of at most {100 * part.ceiling[4]:.1f}%, {part.queries} queries"))
        return table(rows)


def evaluate(model: Model, dataset: Dataset, *, threads: int = 1, queries: int = 0) -> Evaluation:
    """Scores a model on a dataset. queries: at most so many of each part; 0: all."""
    seen, unseen = ScoresStruct(), ScoresStruct()
    limits = whole("threads", threads, 1), whole("queries", queries)
    both = pointer_of(model, Model), pointer_of(dataset, Dataset)
    if lib.eqnet_evaluate(*both, *limits, ctypes.byref(seen), ctypes.byref(unseen)) != 0:
        raise failure()

    def scores(part: Any) -> Optional[Scores]:
        return Scores(part.queries, tuple(part.score), tuple(part.ceiling)) if part.queries else None

    return Evaluation(scores(seen), scores(unseen))


from .dataset import generate  # noqa: E402  (for the example of train)
