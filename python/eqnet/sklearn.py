"""A transformer for scikit-learn's pipelines: expressions in, vectors out.

>>> from eqnet.sklearn import Embedder
>>> Embedder("boolean").fit_transform(["a & b", "b & a"]).shape[0]
2
"""

from __future__ import annotations

from typing import Any, Iterable, Optional

from sklearn.base import BaseEstimator, TransformerMixin

from ._arguments import listed
from .model import Model, train


class Embedder(TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """model: a Model, a file or a pretrained name; None: trained by `fit` from the expressions and their classes y."""

    def __init__(self, model: Any = None, *, threads: int = 1, seconds: float = 0, seed: int = 1) -> None:
        self.model = model
        self.threads = threads
        self.seconds = seconds
        self.seed = seed

    def fit(self, X: Iterable[Any], y: Optional[Iterable[Any]] = None) -> "Embedder":
        if isinstance(self.model, Model):
            self.model_ = self.model
        elif self.model is not None:
            self.model_ = Model(self.model)
        elif y is None:
            raise ValueError("without a model the classes of the expressions are needed, as y")
        else:
            classes = listed(y, "names of classes")
            self.model_ = train(listed(X), classes, seed=self.seed, threads=self.threads, seconds=self.seconds)
        return self

    def transform(self, X: Iterable[Any]) -> Any:
        return self.model_.embed(listed(X), threads=self.threads)
