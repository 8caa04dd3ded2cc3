"""Short forms of booleans by ABC, in the operators of EqNet: & | ^ -> ~.

    /usr/bin/python3 bench/peers/abc_forms.py < EXPRESSIONS     prints nodes, a tab and the form

Needs Debian's berkeley-abc. An expression is a line with all parentheses, over the variables a to h. ABC makes small circuits,
where what is used twice counts once; a form is a tree. So every script below is tried, its circuit is written as a tree in the
cheapest way that `tree_of` knows, and the smallest is kept. Each is compared with the expression by truth table; one that
differs ends the program.
"""
import re
import subprocess
import sys
import tempfile
from pathlib import Path

VARIABLES = "abcdefgh"
# From ABC's own abc.rc, which Debian leaves out; &deepsyn calls the last one.
ALIASES = """
alias resyn2 "balance; rewrite; refactor; balance; rewrite; rewrite -z; balance; refactor -z; rewrite -z; balance"
alias resyn2rs "balance; resub -K 6; rewrite; resub -K 6 -N 2; refactor; resub -K 8; balance; resub -K 8 -N 2; rewrite; \
resub -K 10; rewrite -z; resub -K 10 -N 2; balance; resub -K 12; refactor -z; resub -K 12 -N 2; rewrite -z; balance"
alias compress2rs "balance -l; resub -K 6 -l; rewrite -l; resub -K 6 -N 2 -l; refactor -l; resub -K 8 -l; balance -l; \
resub -K 8 -N 2 -l; rewrite -l; resub -K 10 -l; rewrite -z -l; resub -K 10 -N 2 -l; balance -l; resub -K 12 -l; \
refactor -z -l; resub -K 12 -N 2 -l; rewrite -z -l; balance -l"
"""
# Of about 120 that were tried on the expressions of bench/jobs; all of these together would save another hundredth of the nodes.
# dsd crashes in Debian's ABC, bidec does so on constants, and what cover -x makes is another function.
SCRIPTS = [
    "strash; dc2; dc2; dc2",
    "strash" + 8 * "; dc2 -l",
    "strash; refactor -N 15 -l; refactor -z -N 15 -l",
    "strash; refactor -N 15 -l; dc2 -l; refactor -z -N 15 -l; dc2 -l",
    "strash; refactor -N 15 -l; drf; refactor; drwsat",
    "strash; resyn2; resyn2; if -K 4 -a; lutpack",
    "strash; resyn2rs; balance; if -K 4 -a; lutpack; strash; &get -n; &syn2; &put",
    "strash; refactor; dch; if -K 5 -a; mfs2 -a; strash; rewrite -z -l",
    "strash; &get -n; &syn3; &syn3; &put",
    "strash; &get -n; &dc2; &put; compress2rs; &get -n; &b; &put; rewrite -z -l; dc2 -l",
    "collapse; sop; fx",
    "collapse; muxes; strash; resyn2rs; resyn2",
    "strash; &get -n; &deepsyn -I 4 -J 20; &put; dc2 -l; dc2 -l",
    "strash; &get -n; &deepsyn -I 4 -J 20 -S 1 -t; &put",
    "strash; refactor -N 15 -l; refactor -z -N 15 -l; &get -n; &deepsyn -I 4 -J 20; &put",
]


def size(text):
    """Nodes of a form: leaves, negations and operators of two children."""
    return len(re.findall(r"\w|->|[&|^~]", text))


class Values:
    """A function by its truth table, under the operators of the texts."""

    def __init__(self, bits):
        self.bits = bits & (1 << (1 << len(VARIABLES))) - 1

    def __invert__(self):
        return Values(~self.bits)

    def __and__(self, other):
        return Values(self.bits & other.bits)

    def __or__(self, other):
        return Values(self.bits | other.bits)

    def __xor__(self, other):
        return Values(self.bits ^ other.bits)

    def __rshift__(self, other):
        return Values(~self.bits | other.bits)


class Circuit:
    """And-nodes of two edges, none twice. An edge is twice a node's number, and one more where it negates; node 0 is false."""

    def __init__(self):
        self.nodes = [None, *VARIABLES]
        self.places = {}

    def both(self, left, right):
        left, right = sorted((left, right))
        if left == 0 or left == right ^ 1:
            return 0
        if left == 1 or left == right:
            return right
        if (left, right) not in self.places:
            self.places[left, right] = len(self.nodes)
            self.nodes.append((left, right))
        return 2 * self.places[left, right]


class Edge:
    """An edge of a circuit, under the operators of the texts."""

    def __init__(self, circuit, number):
        self.circuit, self.number = circuit, number

    def __invert__(self):
        return Edge(self.circuit, self.number ^ 1)

    def __and__(self, other):
        return Edge(self.circuit, self.circuit.both(self.number, other.number))

    def __or__(self, other):
        return ~(~self & ~other)

    def __xor__(self, other):
        return (self & ~other) | (~self & other)

    def __rshift__(self, other):
        return ~self | other


class Names(dict):
    """What names stand for; those with an equation are computed when they are met: ABC's come in any order."""

    def __init__(self, constant, variables, equations=()):
        super().__init__({"zero": constant, "one": ~constant, **dict(zip(VARIABLES, variables))})
        self.equations = dict(equations)

    def __missing__(self, name):
        self[name] = self.read(self.equations[name])
        return self[name]

    def read(self, text):
        text = re.sub(r"\b[01]\b", lambda digit: ("zero", "one")[int(digit[0])], text)
        return eval(text.replace("->", ">>"), {}, self)  # our own text, or ABC's


def values(text):
    rows = range(1 << len(VARIABLES))
    columns = [Values(sum(1 << row for row in rows if row >> place & 1)) for place in range(len(VARIABLES))]
    return Names(Values(0), columns).read(text).bits


def circuit_of(text, equations=()):
    """The circuit of a text, and its last edge."""
    circuit = Circuit()
    variables = [Edge(circuit, 2 * place) for place in range(1, len(VARIABLES) + 1)]
    return circuit, Names(Edge(circuit, 0), variables, equations).read(text).number


# ---- from a circuit to a tree: a pair is the shortest texts found for a function and for its negation ----


def shortest(*texts):
    return min(texts, key=lambda text: (size(text), text))


def pair(text, negation):
    return shortest(text, f"~({negation})"), shortest(negation, f"~({text})")


def conjunction(left, right):
    """De Morgan, with and without ->, which takes one side negated for nothing: of all negations at most one is left over."""
    (x, not_x), (y, not_y) = left, right
    return pair(f"({x}) & ({y})", shortest(f"({not_x}) | ({not_y})", f"({x}) -> ({not_y})", f"({y}) -> ({not_x})"))


def exclusive(left, right):
    (x, not_x), (y, not_y) = left, right
    same, other = (f"({x}) ^ ({y})", f"({not_x}) ^ ({not_y})"), (f"({x}) ^ ({not_y})", f"({not_x}) ^ ({y})")
    return pair(shortest(*same), shortest(*other))


def is_exclusive(circuit, node):
    """Whether a node is ~(x & y) & ~(~x & ~y), which is how a circuit of ands has x ^ y."""
    sides = [circuit.nodes[edge >> 1] for edge in node if edge & 1]
    return len(sides) == 2 and all(isinstance(side, tuple) for side in sides) and {edge ^ 1 for edge in sides[0]} == set(sides[1])


def tree_of(circuit, last):
    """The text of an edge."""
    pairs = [("0", "1")] + [(name, f"~{name}") for name in VARIABLES]

    def of(edge):
        return pairs[edge >> 1][:: -1 if edge & 1 else 1]

    for node in circuit.nodes[len(pairs):]:
        exclusively = is_exclusive(circuit, node)
        left, right = circuit.nodes[node[0] >> 1] if exclusively else node
        pairs.append((exclusive if exclusively else conjunction)(of(left), of(right)))
    return of(last)[0]


def cheapest(text, equations=()):
    """A text with its negations where they cost least and ^ where it saves nodes; equations say what other names mean."""
    return tree_of(*circuit_of(text, equations))


# ---- ABC ----


def equations_for_abc(text):
    """A text as an .eqn file, one equation for each node."""
    circuit, last = circuit_of(text)

    def name(edge):
        node = circuit.nodes[edge >> 1]
        return ("!" if edge & 1 else "") + (node if isinstance(node, str) else f"n{edge >> 1}" if node else "0")

    lines = [f"INORDER = {' '.join(VARIABLES)};", "OUTORDER = out;"]
    inner = [(place, node) for place, node in enumerate(circuit.nodes) if isinstance(node, tuple)]
    lines += [f"n{place} = {name(left)} * {name(right)};" for place, (left, right) in inner]
    return "\n".join([*lines, f"out = {last if last < 2 else name(last)};", ""])


def equations_of_abc(text):
    statements = " ".join(re.sub(r"#.*", "", text).split()).split(";")
    for statement in statements:
        name, _, value = statement.partition("=")
        if value and "ORDER" not in name:
            yield name.strip(), value.strip().replace("!", "~").replace("*", "&").replace("+", "|")


def forms(text):
    """One form for each script."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "in.eqn").write_text(equations_for_abc(text))
        (folder / "abc.rc").write_text(ALIASES)
        for place, script in enumerate(SCRIPTS):
            # A process each: some of ABC's commands leave settings behind.
            command = f"read_eqn in.eqn; {script}; write_eqn {place}.eqn"
            subprocess.run(["berkeley-abc", "-q", command], cwd=folder, stdout=subprocess.DEVNULL, check=True)
            yield cheapest("out", equations_of_abc((folder / f"{place}.eqn").read_text()))


def best(text):
    """The shortest of ABC's forms."""
    wanted, found = values(text), list(forms(text))
    for form, script in zip(found, SCRIPTS):
        if values(form) != wanted:
            sys.exit(f"ABC's `{script}` made {form} of {text}, which is another function")
    return shortest(*found)


if __name__ == "__main__":
    sys.setrecursionlimit(10000)
    for line in sys.stdin:
        answer = best(line.strip())
        print(f"{size(answer)}\t{answer}", flush=True)
