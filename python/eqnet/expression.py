"""Expressions: text that was read once, and what it looks like in other notations."""

from __future__ import annotations

import os
from functools import cached_property
from typing import Any, List, Optional

from ._arguments import read_together, shared_domain
from ._html import Tree, tree_svg
from ._library import lib, name_of, take_texts


def parse_s_expression(text: str) -> Tree:
    """ "(And a (Not b))" as ("And", [("a", []), ("Not", [("b", [])])]). No recursion."""
    root: Tree = ("", [])
    stack: List[Tree] = [root]
    for token in text.replace("(", " ( ").replace(")", " ) ").split():
        if token == "(":
            stack.append(("", []))
        elif token == ")":
            name, children = stack.pop()
            stack[-1][1].append((name, children))
        elif stack[-1][0] == "" and len(stack) > 1:
            stack[-1] = (token, stack[-1][1])
        else:
            stack[-1][1].append((token, []))
    return root[1][0]


class Expression:
    """An expression of a domain: the one named, else that of an Expression or a SymPy expression, else by the operators.

    >>> e = Expression("((a)&b)|c")
    >>> e
    Expression('a & b | c')
    >>> e.domain, e.latex
    ('boolean', 'a \\\\land b \\\\lor c')
    >>> e.tree
    ('Or', [('And', [('a', []), ('b', [])]), ('c', [])])
    """

    def __init__(self, text: Any, domain: Optional[str] = None) -> None:
        read_in, (own,) = read_together(shared_domain(domain, [text]), [text])
        self.domain: str = os.fsdecode(read_in if read_in is not None else lib.eqnet_guess(own))
        self.text: str = take_texts(lib.eqnet_print(name_of(self.domain), own, b"minimal"))[0]

    def _as(self, style: bytes) -> str:
        return take_texts(lib.eqnet_print(name_of(self.domain), self.text.encode(), style))[0]

    @cached_property
    def latex(self) -> str:
        return self._as(b"latex")

    @cached_property
    def s_expression(self) -> str:
        return self._as(b"s_expression")

    @property
    def tree(self) -> Tree:
        """(operator, children), a leaf without children."""
        return parse_s_expression(self.s_expression)

    def __eqnet__(self) -> str:
        return self.text

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Expression({self.text!r})"

    def __eq__(self, other: object) -> bool:
        """Whether it is written the same; `eqnet.equivalent` says whether it means the same."""
        return isinstance(other, Expression) and (self.domain, self.text) == (other.domain, other.text)

    def __hash__(self) -> int:
        return hash((self.domain, self.text))

    def _repr_html_(self) -> str:
        return tree_svg(self.tree) or f"<code>{self.text[:1000]}</code>".replace("&", "&amp;")
