"""EqNet: vectors of symbolic expressions, the same for equivalent ones, and exact equivalence.

>>> import eqnet
>>> eqnet.equivalent("a -> (b -> c)", "(a & b) -> c")
equivalent (truth table)
>>> verdict = eqnet.equivalent("(x + y)^2", "x^2 + y^2")
>>> bool(verdict), verdict.witness
(False, {'x': '-1', 'y': '1'})
>>> eqnet.simplify("a & ~b | ~a & b | a & b").text
'a | b'

Everything is computed by libeqnet, which comes with the package. Long work releases Python's lock, so that threads go on
beside it.
"""

from ._library import Error, c_version
from .dataset import Dataset, generate
from .expression import Expression
from .index import Index, Neighbour
from .model import Evaluation, Model, Scores, Status, evaluate, train
from .search import check, group, key, rules, simplify
from .search import Simplified, Step
from .sympy_bridge import from_sympy, to_sympy
from .verdict import Verdict, equivalent

__version__ = "0.2.0"

__all__ = [
    "Dataset",
    "Error",
    "Evaluation",
    "Expression",
    "Index",
    "Model",
    "Neighbour",
    "Scores",
    "Simplified",
    "Status",
    "Step",
    "Verdict",
    "c_version",
    "check",
    "equivalent",
    "evaluate",
    "from_sympy",
    "generate",
    "group",
    "key",
    "rules",
    "simplify",
    "to_sympy",
    "train",
]
