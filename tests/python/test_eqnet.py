"""The Python package, as its users call it. Run with EQNET_LIBRARY and PYTHONPATH set (tests/CMakeLists.txt).

Oracles: SymPy, truth tables by brute force, and the C++ program where a file goes from one to the other.
"""
import copy
import doctest
import importlib
import itertools
import json
import math
import os
import pickle
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from html import escape
from pathlib import Path

import eqnet
from eqnet import _library

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = os.environ["EQNET_PROGRAM"]
KLEENE = str(ROOT / "examples/algebras/kleene.toml")

try:
    import numpy
except ImportError:
    numpy = None
try:
    import sympy
except ImportError:
    sympy = None

needs_numpy = unittest.skipUnless(numpy, "NumPy is not installed")
needs_sympy = unittest.skipUnless(sympy, "SymPy is not installed")


def tree(rng, size):
    """A random boolean expression, and what Python makes of it."""
    if size == 1:
        name = rng.choice("abc")
        return name, name
    if size == 2 or rng.random() < 0.2:
        text, code = tree(rng, size - 1)
        return f"~({text})", f"(not ({code}))"
    left = rng.randint(1, size - 2)
    (a, a_code), (b, b_code) = tree(rng, left), tree(rng, size - 1 - left)
    sign, code = rng.choice([("&", "and"), ("|", "or"), ("^", "!=")])
    return f"({a}) {sign} ({b})", f"(({a_code}) {code} ({b_code}))"


def again(thing):
    return pickle.loads(pickle.dumps(thing))


def saved(dataset):
    """The files of a dataset, split and all, by their names."""
    with tempfile.TemporaryDirectory() as folder:
        dataset.save(folder, "some", as_text=True)
        return {str(path.relative_to(folder)): path.read_text() for path in Path(folder).rglob("*") if path.is_file()}


def truth_table(code):
    return [bool(eval(code, {}, dict(zip("abc", values)))) for values in itertools.product([False, True], repeat=3)]


class Verdicts(unittest.TestCase):
    def test_are_those_of_truth_tables_and_witnesses_prove_them(self):
        rng = random.Random(1)
        for _ in range(300):
            (left, left_code), (right, right_code) = tree(rng, 7), tree(rng, 7)
            verdict = eqnet.equivalent(left, right, domain="boolean")
            self.assertEqual(bool(verdict), truth_table(left_code) == truth_table(right_code), (left, right))
            if not verdict:
                values = {name: verdict.witness.get(name, "0") == "1" for name in "abc"}
                self.assertNotEqual(eval(left_code, {}, values), eval(right_code, {}, values))

    def test_says_where_one_of_two_real_functions_has_no_value(self):
        verdict = eqnet.equivalent(r"\frac{x^2-1}{x-1}", "x+1")
        self.assertTrue(verdict)
        self.assertIn("x = 1", verdict.condition)
        self.assertIn(verdict.condition, repr(verdict))
        self.assertEqual(eqnet.equivalent("sin(x)^2 + cos(x)^2", "1").condition, "")

    def test_are_strict_and_assume_as_the_command_line_does(self):
        for left, right, strict, assume in [
            ("sqrt(x)^2", "x", False, ""),
            ("sqrt(x)^2", "x", True, ""),
            ("sqrt(x)^2", "x", True, "x >= 0"),
            ("sqrt(x^2)", "x", False, ""),
            ("sqrt(x^2)", "x", False, "x > 0"),
            ("cos(n pi)", "(-1)^n", False, "n integer"),
            ("x + x", "2x", False, "y > 0"),
        ]:
            options = ["--json", "--timeout", "10"] + ["--strict"] * strict + ["--assume", assume]
            said = subprocess.run([PROGRAM, "equiv", *options, left, right], stdout=subprocess.PIPE, text=True).stdout
            verdict = eqnet.equivalent(left, right, strict=strict, assume=assume)
            expected = json.loads(said)
            self.assertEqual(
                (verdict.answer, verdict.domain, verdict.note, verdict.condition),
                (expected["verdict"], expected["domain"], expected.get("note", ""), expected.get("condition", "")),
            )
            self.assertEqual(eqnet.check([(left, right)], strict=strict, assume=assume), [verdict.answer])
        self.assertIn("'y'", verdict.note)

    def test_wrong_assumptions_are_errors(self):
        for assume, said in [
            ("x is nice", "'x is nice' was not understood"),
            ("x > 1, x < 0", "leave no number for x"),
            ("x > 0\0", "zero character"),
        ]:
            for call in (
                lambda: eqnet.equivalent("x", "x", assume=assume),
                lambda: eqnet.check([("x", "x")], assume=assume),
                lambda: eqnet.check([], assume=assume),
            ):
                with self.assertRaisesRegex(eqnet.Error, said):
                    call()
        for domain in ("boolean", "polynomial", KLEENE):
            with self.assertRaisesRegex(eqnet.Error, "nothing can be assumed"):
                eqnet.equivalent("x", "x", domain=domain, assume="x > 0")
        with self.assertRaisesRegex(eqnet.Error, "nothing can be assumed"):
            eqnet.check([(eqnet.Expression("x & y"), "x")], assume="x > 0")
        with self.assertRaisesRegex(TypeError, "assume is a str"):
            eqnet.equivalent("x", "x", assume=True)

    def test_undecided_is_not_true(self):
        verdict = eqnet.equivalent("(a+b)^9000*(a-b)^9000", "(a^2-b^2)^9000", timeout=0)
        self.assertEqual(verdict.answer, "undecided")
        self.assertFalse(verdict)
        self.assertIsNone(verdict.witness)

    def test_errors_are_those_of_the_command_line(self):
        with self.assertRaises(eqnet.Error) as raised:
            eqnet.equivalent("a & (b", "a")
        said = subprocess.run([PROGRAM, "equiv", "--batch", "-"], input="a & (b\ta\n", stdout=subprocess.PIPE, text=True).stdout
        self.assertIn(str(raised.exception), said)
        with self.assertRaises(eqnet.Error):
            eqnet.equivalent("a", "a", domain="klingon")
        with self.assertRaises(TypeError):
            eqnet.equivalent(1, "a")
        with self.assertRaises(eqnet.Error):
            eqnet.equivalent("a\0b", "a")

    def test_show_in_notebooks_without_markup_of_the_expressions(self):
        self.assertNotIn("<script>", eqnet.Verdict("different", "<script>", "", {"<script>": "1"})._repr_html_())
        self.assertIn("a &amp; b", eqnet.equivalent("a & b", "a")._repr_html_())

    def test_have_hashes(self):
        one, other = eqnet.equivalent("a & b", "a"), eqnet.equivalent("a & b", "a")
        self.assertEqual(one.answer, "different")
        self.assertEqual(len({one, other, eqnet.equivalent("a", "a")}), 2)

    def test_without_values_say_where_the_two_differ(self):
        self.assertEqual(str(eqnet.Verdict("different", "some", witness={"a": "1", "b": "0"})), "different: at a = 1, b = 0")

    def test_are_in_the_domain_of_the_expressions(self):
        excluded_middle = eqnet.Expression("a | ~a", KLEENE)
        self.assertTrue(eqnet.equivalent("a | ~a", "b | ~b"))
        self.assertFalse(eqnet.equivalent(excluded_middle, "b | ~b"))
        self.assertFalse(eqnet.equivalent("b | ~b", excluded_middle))
        self.assertTrue(eqnet.equivalent(excluded_middle, "b | ~b", domain="boolean"))
        self.assertEqual(eqnet.check([(excluded_middle, "b | ~b"), ("a | ~a", "b | ~b")]), ["different", "equivalent"])
        self.assertEqual(len(eqnet.group([excluded_middle, "b | ~b"])), 2)
        self.assertEqual(eqnet.key(excluded_middle), eqnet.key("a | ~a", domain=KLEENE))
        self.assertNotEqual(eqnet.key(excluded_middle), eqnet.key("a | ~a"))
        self.assertEqual(eqnet.simplify(excluded_middle).text, eqnet.simplify("a | ~a", domain=KLEENE).text)
        self.assertNotEqual(eqnet.simplify(excluded_middle).text, eqnet.simplify("a | ~a").text)
        self.assertEqual(eqnet.Expression(excluded_middle), excluded_middle)
        self.assertEqual(eqnet.Dataset([excluded_middle, "a"], ["x", "y"]).domain, "kleene")
        self.assertEqual(eqnet.equivalent(eqnet.Expression("a", "boolean"), "a").domain, "boolean")

        boolean, written_otherwise = eqnet.Expression("a", "boolean"), os.path.join(ROOT, "examples", ".", "algebras/kleene.toml")
        self.assertTrue(eqnet.equivalent(excluded_middle, eqnet.Expression("~a | a", written_otherwise)))
        for two in (
            lambda: eqnet.equivalent(excluded_middle, boolean),
            lambda: eqnet.check([("a", "a"), (excluded_middle, boolean)]),
            lambda: eqnet.group([excluded_middle, "a", boolean]),
        ):
            with self.assertRaisesRegex(eqnet.Error, "kleene.toml and boolean"):
                two()

    def test_release_the_lock(self):
        seen = []
        stop = threading.Event()

        def count():
            while not stop.is_set():
                seen.append(time.perf_counter())
                time.sleep(0.001)

        thread = threading.Thread(target=count)
        thread.start()
        start = time.perf_counter()
        eqnet.simplify("x*y*z + x*y + x*z + y*z + w*x + w*y", timeout=1)
        end = time.perf_counter()
        stop.set()
        thread.join()
        within = sum(start < moment < end for moment in seen)
        self.assertGreater(within, 10 * (end - start))


class Many(unittest.TestCase):
    def test_groups_are_those_of_truth_tables(self):
        rng = random.Random(2)
        pairs = [tree(rng, rng.randint(1, 7)) for _ in range(500)]
        groups = eqnet.group([text for text, _ in pairs], domain="boolean")
        tables = {}
        for text, code in pairs:
            tables.setdefault(tuple(truth_table(code)), []).append(text)
        self.assertEqual(sorted(map(sorted, groups)), sorted(map(sorted, tables.values())))

    def test_bad_texts_are_named_by_their_number(self):
        with self.assertRaisesRegex(eqnet.Error, "text 2"):
            eqnet.group(["a & b", "a &"])
        self.assertEqual(eqnet.check([("a &", "a")]), ["error"])
        self.assertEqual(eqnet.check([("a\0b", "a"), ("a", "a")]), ["error", "equivalent"])
        self.assertEqual(eqnet.check([]), [])
        with self.assertRaisesRegex(eqnet.Error, "klingon"):
            eqnet.check([], domain="klingon")
        self.assertEqual(eqnet.group([]), [])

    def test_a_text_is_no_list(self):
        for call in (
            lambda: eqnet.group("ab"),
            lambda: eqnet.check("ab"),
            lambda: eqnet.check(["ab"]),
            lambda: eqnet.Dataset("ab", ["c", "d"]),
            lambda: eqnet.Dataset(["a", "b"], "cd"),
            lambda: eqnet.train("ab", ["c", "d"]),
            lambda: eqnet.Index(eqnet.Model("boolean"), "abc"),
            lambda: eqnet.Model("boolean").index("abc"),
            lambda: eqnet.Model("boolean").nearest("a", "abc"),
            lambda: eqnet.group(eqnet.Expression("a")),
        ):
            with self.assertRaisesRegex(TypeError, "wanted"):
                call()

    def test_numbers_out_of_range_are_named(self):
        model, data = eqnet.Model("boolean"), eqnet.generate("Bool5")
        index, nan = model.index(["a", "b"]), float("nan")
        for name, call in [
            ("max_size", lambda: eqnet.rules("boolean", -1)),
            ("max_size", lambda: eqnet.rules("boolean", 0)),
            ("max_size", lambda: eqnet.rules("boolean", 2**64 + 2)),
            ("variables", lambda: eqnet.rules("boolean", 2, variables=-1)),
            ("max_size", lambda: eqnet.generate(domain="boolean", max_size=0)),
            ("variables", lambda: eqnet.generate(domain="boolean", variables=-1)),
            ("per_class", lambda: eqnet.generate(domain="boolean", per_class=-1)),
            ("seed", lambda: eqnet.generate("Bool5", seed=-1)),
            ("seed", lambda: eqnet.Dataset(["a", "a & a"], [1, 1], seed=-1)),
            ("k", lambda: index.nearest("a", k=-1)),
            ("k", lambda: index.nearest("a", k=0)),
            ("k", lambda: index.equivalent("a", k=0)),
            ("k", lambda: model.nearest("a", ["a", "b"], k=-1)),
            ("timeout", lambda: index.nearest("a", timeout=-1)),
            ("timeout", lambda: eqnet.equivalent("a", "a", timeout=nan)),
            ("timeout", lambda: eqnet.simplify("a", timeout=-0.5)),
            ("timeout", lambda: eqnet.group(["a"], timeout=-1)),
            ("timeout", lambda: eqnet.check([("a", "a")], timeout=-1)),
            ("threads", lambda: eqnet.check([("a", "a")], threads=0)),
            ("threads", lambda: model.index(["a"], threads=-1)),
            ("threads", lambda: eqnet.train(data, threads=0)),
            ("epochs", lambda: eqnet.train(data, epochs=-1)),
            ("seconds", lambda: eqnet.train(data, seconds=-1)),
            ("seconds", lambda: eqnet.train(data, seconds=nan)),
            ("seed", lambda: eqnet.train(data, seed=-1)),
            ("threads", lambda: eqnet.evaluate(model, data, threads=0)),
            ("queries", lambda: eqnet.evaluate(model, data, queries=-1)),
        ]:
            with self.assertRaisesRegex(ValueError, f"^{name} is .*must be at least"):
                call()
        with self.assertRaisesRegex(TypeError, "^k is a whole number"):
            index.nearest("a", k=1.5)
        self.assertTrue(eqnet.equivalent("a", "a", timeout=float("inf")))

    def test_shortest_forms_are_equivalent_and_no_longer(self):
        rng = random.Random(3)
        for _ in range(50):
            text, _ = tree(rng, 12)
            result = eqnet.simplify(text, domain="boolean")
            self.assertTrue(eqnet.equivalent(text, result, domain="boolean"))
            self.assertLessEqual(result.after, result.before)
            self.assertTrue(result.minimal)
        with self.assertRaises(eqnet.Error):
            eqnet.simplify("a", domain="boolean", operators="frobnicate")

    def test_shortest_forms_say_where_only_one_of_the_two_has_a_value(self):
        result = eqnet.simplify("(x^2 - 1)/(x - 1)")
        self.assertEqual((result.text, result.condition), ("x + 1", eqnet.equivalent("(x^2 - 1)/(x - 1)", "x + 1").condition))
        self.assertIn("x = 1", result._repr_html_())
        self.assertEqual(eqnet.simplify("sin(x)^2 + cos(x)^2").condition, "")
        self.assertNotIn("both", eqnet.simplify("a & a")._repr_html_())

    def test_algebras_of_ones_own(self):
        self.assertTrue(eqnet.equivalent("~(a & b)", "~a | ~b", domain=KLEENE))
        self.assertFalse(eqnet.equivalent("a | ~a", "b | ~b", domain=KLEENE))


@needs_numpy
class Models(unittest.TestCase):
    def test_vectors_are_those_of_the_program(self):
        texts = ["a & b", "a -> (b -> c)", "~a"]
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "vectors.npy")
            subprocess.run([PROGRAM, "embed", "boolean", *texts, "--npy", path], check=True)
            numpy.testing.assert_array_equal(eqnet.Model("boolean").embed(texts), numpy.load(path))
        self.assertEqual(eqnet.Model("boolean").embed([]).shape[0], 0)
        self.assertEqual(eqnet.Model("boolean").embed("a & b").ndim, 1)
        numpy.testing.assert_array_equal(eqnet.Model("boolean").embed(iter(texts)), eqnet.Model("boolean").embed(texts, threads=2))

    def test_bad_expressions_raise_or_have_rows_of_nan(self):
        model = eqnet.Model("boolean")
        with self.assertRaisesRegex(eqnet.Error, "text 2"):
            model.embed(["a", "a &"])
        vectors = model.embed(["a", "a &", "unknown_variable", "b"], skip_bad=True)
        self.assertEqual(list(numpy.isnan(vectors).all(axis=1)), [False, True, True, False])
        with self.assertRaises(eqnet.Error):
            model.embed(["a\0b"])
        vectors = model.embed(["a", "a\0b", "\ud800"], skip_bad=True)
        self.assertEqual(list(numpy.isnan(vectors).all(axis=1)), [False, True, True])
        with self.assertRaisesRegex(ValueError, "threads"):
            model.embed(["a"], threads=0)
        with self.assertRaises(eqnet.Error):
            eqnet.Model("no such model")
        with self.assertRaises(TypeError):
            model.embed([3])

    def test_go_through_pickles_and_files(self):
        model = eqnet.Model("polynomial")
        numpy.testing.assert_array_equal(model.embed("a*b + c"), again(model).embed("a*b + c"))
        with tempfile.TemporaryDirectory() as folder:
            model.save(os.path.join(folder, "m.eqnet"))
            self.assertEqual(repr(eqnet.Model(os.path.join(folder, "m.eqnet"))), repr(model))
        with self.assertRaises(eqnet.Error):
            eqnet.Model.from_bytes(b"no model")
        self.assertIn("eqnet-mul", model._repr_html_())

    def test_indexes_are_the_programs(self):
        texts = ["a & b", "a | b", "~(~a | ~b)", "a ^ b"]
        index = eqnet.Model("boolean").index(texts)
        found = index.nearest("b & a", k=2)
        self.assertEqual({one.text for one in found}, {"a & b", "~(~a | ~b)"})
        self.assertEqual({one.verdict.answer for one in found}, {"equivalent"})
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "some.index")
            index.save(path)
            self.assertEqual(eqnet.Index.open(path).nearest("b & a", k=2), found)
            said = subprocess.run([PROGRAM, "nearest", path, "b & a", "-k", "2"], stdout=subprocess.PIPE, text=True).stdout
            self.assertIn(found[0].text, said)
        with self.assertRaises(eqnet.Error):
            eqnet.Index.open("/nonexistent")
        self.assertEqual(index.equivalent("c & ~c"), [])

    def test_neighbours_have_verdicts(self):
        for one in eqnet.Model("boolean").nearest("a & b", ["b & a", "a | b", "a ^ b"]):
            expected = eqnet.equivalent("a & b", one.text)
            self.assertEqual((bool(one.verdict), one.verdict.answer), (bool(expected), expected.answer))
            self.assertEqual(one.verdict.method, expected.method)
            self.assertIn(escape(one.text), one.verdict._repr_html_())
            if one.verdict:
                self.assertIsNone(one.verdict.witness)
                self.assertEqual(repr(one.verdict), repr(expected))
            else:
                self.assertEqual(sorted(one.verdict.witness), ["a", "b"])
                point = {name: bool(int(value)) for name, value in one.verdict.witness.items()}
                code = {"a | b": "a or b", "a ^ b": "a != b"}[one.text]
                self.assertNotEqual(eval("a and b", {}, point), eval(code, {}, point))
                self.assertTrue(repr(one.verdict).startswith("different: at a = "))
                self.assertNotIn("first is", repr(one.verdict))
            hash(one)

    def test_indexes_go_through_pickles(self):
        index = eqnet.Model("boolean").index(["a & b", "a | b", "~(~a | ~b)", "a ^ b"])
        found = index.nearest("b & a", k=3)
        other = again(again(index))  # of one that was built, and of one that was read
        del index
        self.assertEqual(other.nearest("b & a", k=3), found)
        self.assertEqual(len(other), 4)

    def test_copies_are_the_thing_itself(self):
        model = eqnet.Model("boolean")
        for one in (model, model.index(["a", "b"]), eqnet.generate("Bool5")):
            self.assertIs(copy.copy(one), one)
            self.assertIs(copy.deepcopy([one])[0], one)

    def test_shares_are_of_scores_that_there_are(self):
        scores = eqnet.Scores(1, (0.5,) * 15, (1.0,) * 15)
        self.assertEqual((scores.share(1), scores.share(15)), (0.5, 0.5))
        for k in (-1, 0, 16, 100):
            with self.assertRaisesRegex(ValueError, f"k is {k}, and must be from 1 to 15"):
                scores.share(k)

    def test_training_tells_where_it_is_and_ends_when_told(self):
        data = eqnet.generate(domain="polynomial", variables=2, max_size=5)
        told = []
        eqnet.train(data.expressions, data.class_names, kind="eqnet", seconds=1.5, progress=told.append)
        self.assertGreater(len(told), 2)
        self.assertGreater(told[-1].seconds, 0.5)

        def interrupt(status):
            raise KeyboardInterrupt

        start = time.perf_counter()
        with self.assertRaises(KeyboardInterrupt):
            eqnet.train(data, kind="eqnet", seconds=60, progress=interrupt)
        self.assertLess(time.perf_counter() - start, 20)
        with self.assertRaises(ValueError):
            eqnet.train(["a"])
        with self.assertRaises(eqnet.Error):
            eqnet.train(data, kind="no such kind")

    def test_training_goes_on_after_ctrl_c(self):
        script = """if True:
            import signal, sys, eqnet
            data = eqnet.generate(domain="polynomial", variables=2, max_size=5)
            try:
                print("ready", flush=True)
                eqnet.train(
                    data, kind="eqnet", seconds=100, path=sys.argv[1], progress=lambda status: print(status.epoch, flush=True)
                )
            except KeyboardInterrupt:
                assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
                print("interrupted", flush=True)
        """
        rng = random.Random(5)
        first = []  # epochs that runs started with
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "model.eqnet")
            for reports in (0, 1, 2, 3, 4, 5, 6):  # that are waited for
                command = [sys.executable, "-c", script, path]
                with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as child:
                    lines = [child.stdout.readline() for _ in range(1 + reports)]
                    time.sleep(0.1 * rng.random())
                    child.send_signal(signal.SIGINT)
                    rest, errors = child.communicate(timeout=60)
                said = ("".join(lines) + rest).split()
                self.assertEqual((said[0], said[-1], errors, child.returncode), ("ready", "interrupted", "", 0))
                self.assertTrue(all(word.isdigit() for word in said[1:-1]), said)
                first += [int(said[1])] if reports else []
            self.assertTrue(os.path.exists(path + ".checkpoint"))
        self.assertGreater(first[-1], first[0])

    def test_training_leaves_other_handlers_of_ctrl_c_alone(self):
        data = eqnet.generate(domain="polynomial", variables=2, max_size=5)
        handlers = []

        def note(status):
            handlers.append(signal.getsignal(signal.SIGINT))

        before = signal.getsignal(signal.SIGINT)
        try:
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            eqnet.train(data, kind="eqnet", seconds=0.5, progress=note)
        finally:
            signal.signal(signal.SIGINT, before)
        self.assertEqual(set(handlers), {signal.SIG_IGN})
        handlers.clear()
        thread = threading.Thread(target=lambda: eqnet.train(data, kind="eqnet", seconds=0.5, progress=note))
        thread.start()
        thread.join()
        self.assertEqual(set(handlers), {before})

    def test_datasets_keep_split_and_algebra_in_pickles(self):
        some = eqnet.generate("boolean5")
        sets = [
            some,
            eqnet.Dataset(some.expressions, some.class_names, seed=7),
            eqnet.generate(domain=KLEENE, variables=2, max_size=4),
            eqnet.Dataset(["a", "b"], ["x", "y"], domain="boolean"),  # whose texts do not tell it
        ]
        for data in sets:
            other = again(again(data))
            self.assertEqual(list(other), list(data))
            self.assertEqual(other.domain, data.domain)
            self.assertEqual(saved(other), saved(data))
        self.assertIn("some.toml", saved(again(sets[2])))

        def stop(status):
            if os.path.exists(path + ".checkpoint"):
                raise KeyboardInterrupt

        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "mine.tsv"), "w") as file:
                file.writelines(f"{name}\t{text}\n" for text, name in some)
            plain = eqnet.Dataset.open(os.path.join(folder, "mine.tsv"))  # without a split
            self.assertEqual(list(saved(again(plain))), ["some.txt"])
            for number, data in enumerate(sets[:2]):  # a training goes on with what was pickled
                path = os.path.join(folder, f"{number}.eqnet")
                for one in (data, again(data)):
                    with self.assertRaises(KeyboardInterrupt):
                        eqnet.train(one, kind="eqnet", seconds=60, path=path, progress=stop)

    def test_datasets_go_through_files_and_pickles(self):
        data = eqnet.generate("Bool5")
        with tempfile.TemporaryDirectory() as folder:
            data.save(folder, "mine", as_text=True)
            self.assertEqual(sorted(eqnet.Dataset.open(os.path.join(folder, "mine.txt"))), sorted(data))
        self.assertEqual(sorted(again(data)), sorted(data))
        with self.assertRaises(ValueError):
            eqnet.Dataset(["a"], ["x", "y"])
        with self.assertRaises(eqnet.Error):
            eqnet.Dataset(["a\tb"], ["x"])


@needs_sympy
class SymPy(unittest.TestCase):
    def test_gives_and_takes_expressions(self):
        rng = random.Random(4)
        names = dict(zip("abc", sympy.symbols("a b c")))
        for _ in range(30):
            text, code = tree(rng, 7)
            there = eqnet.to_sympy(text, domain="boolean")
            values = [bool(there.subs(dict(zip(names.values(), point)))) for point in itertools.product([False, True], repeat=3)]
            self.assertEqual(values, truth_table(code), text)
            self.assertTrue(eqnet.equivalent(text, there, domain="boolean"), text)
        x, y = sympy.symbols("x y")
        self.assertTrue(eqnet.equivalent((x - y) * (x + y), x**2 - y**2))
        self.assertEqual(sympy.expand(eqnet.to_sympy("(x - y)^2 * -3") + 3 * (x - y) ** 2), 0)

    def test_gives_and_takes_real_functions(self):
        x, y = sympy.symbols("x y")
        functions = {  # of the domain real, and what they are in Python
            "x + y": lambda x, y: x + y,
            "x - y": lambda x, y: x - y,
            "-x * y": lambda x, y: -x * y,
            "x / y": lambda x, y: x / y,
            "(x/y)/(x + y)": lambda x, y: x / y / (x + y),
            "x^y": lambda x, y: x**y,
            "x^(-3/2) / 2": lambda x, y: x**-1.5 / 2,
            "sqrt(x)": lambda x, y: math.sqrt(x),
            "1 / sqrt(x)": lambda x, y: 1 / math.sqrt(x),
            "cbrt(x - y)": lambda x, y: math.copysign(abs(x - y) ** (1 / 3), x - y),
            "cbrt(x)^5 / cbrt(-y)": lambda x, y: -(x ** (5 / 3)) / y ** (1 / 3),
            "cbrt(x^2)": lambda x, y: x ** (2 / 3),
            "cbrt(exp(x))": lambda x, y: math.exp(x / 3),
            "|x - y|": lambda x, y: abs(x - y),
            "exp(x)": lambda x, y: math.exp(x),
            "log(x)": lambda x, y: math.log(x),
            "log2(x)": lambda x, y: math.log2(x),
            "log10(x)": lambda x, y: math.log10(x),
            "sin(x)^2 / 2": lambda x, y: math.sin(x) ** 2 / 2,
            "cos(x)": lambda x, y: math.cos(x),
            "tan(x)": lambda x, y: math.tan(x),
            "asin(x/2)": lambda x, y: math.asin(x / 2),
            "acos(x/2)": lambda x, y: math.acos(x / 2),
            "atan(x)": lambda x, y: math.atan(x),
            "sinh(x)": lambda x, y: math.sinh(x),
            "cosh(x)": lambda x, y: math.cosh(x),
            "tanh(x)": lambda x, y: math.tanh(x),
            "asinh(x)": lambda x, y: math.asinh(x),
            "acosh(1 + x)": lambda x, y: math.acosh(1 + x),
            "atanh(x/2)": lambda x, y: math.atanh(x / 2),
            "expm1(x)": lambda x, y: math.expm1(x),
            "log1p(x)": lambda x, y: math.log1p(x),
            "hypot(x, y)": lambda x, y: math.hypot(x, y),
            "min(x, y)": lambda x, y: min(x, y),
            "max(x, y, 1)": lambda x, y: max(x, y, 1),
            "pi * x + e * y": lambda x, y: math.pi * x + math.e * y,
            "0.1 x + 1.25": lambda x, y: 0.1 * x + 1.25,
        }
        operators = set()
        for text, function in functions.items():
            there = eqnet.to_sympy(text, domain="real")
            for point in ((0.75, 1.5), (1.25, 0.5), (0.125, 0.25)):
                value = there.subs({x: point[0], y: point[1]}).evalf()
                self.assertAlmostEqual(float(value), function(*point), places=9, msg=text)
            back = eqnet.equivalent(text, there, domain="real", strict=True)
            self.assertTrue(back, (text, there, back))
            read = eqnet.Expression(text, "real")
            operators.update(re.findall(r"\((\w+)", read.s_expression))
            for other in (read.text, read.latex):
                self.assertTrue(eqnet.equivalent(read, other, strict=True), other)
        known = re.findall(r'(?:^ {8}\{|function\(|around\()"([A-Z]\w*)"', (ROOT / "src/domain/real/syntax.cc").read_text(), re.M)
        self.assertGreater(len(known), 25)
        self.assertEqual(sorted(operators), sorted(known))
        self.assertEqual(eqnet.to_sympy("0.1 x"), x / 10)
        self.assertEqual(eqnet.to_sympy("cbrt(x)").subs(x, -8), -2)
        self.assertEqual(eqnet.to_sympy("e + 1", domain="polynomial"), sympy.Symbol("e") + 1)

    def test_real_functions_are_recognised(self):
        x, y = sympy.symbols("x y")
        for one, text in [
            (sympy.sin(x), "sin(x)"),
            (x / 2, "0.5x"),
            (-3 * x / (2 * y), r"-\frac{3x}{2y}"),
            (1 / (x * sympy.sqrt(y)), "1 / (x * sqrt(y))"),
            (2 ** (-x), "1 / 2^x"),
            (sympy.E ** x * sympy.pi, "pi * e^x"),
            (0.1 * x + 1.5, "x/10 + 3/2"),
            (sympy.cot(x) + sympy.sec(x) + sympy.csch(x), "cos(x)/sin(x) + 1/cos(x) + 1/sinh(x)"),
            (sympy.asec(x), "acos(1/x)"),
            (sympy.Min(x, y, 2), "min(x, y, 2)"),
            (sympy.real_root(x, 3), "cbrt(x)"),
            (sympy.real_root(sympy.sin(x) + x, 3) ** 2, "cbrt(sin(x) + x)^2"),
            (sympy.Mul(abs(x), abs(x), sympy.Rational(1, 2), evaluate=False), "|x|^2 / 2"),
            (1 / sympy.sign(x) ** 2 / abs(x) ** sympy.Rational(5, 3), "1 / (cbrt(x)^2 |x|)"),
            (sympy.log(x, 2), "log_2(x)"),
        ]:
            verdict = eqnet.equivalent(one, text, strict=True)
            self.assertEqual((verdict.answer, verdict.domain), ("equivalent", "real"), (one, text))
            self.assertEqual(eqnet.Expression(one).domain, "real")
        self.assertTrue(eqnet.equivalent(sympy.root(x, 3), "x^(1/3)", strict=True))  # neither has a value at -8
        self.assertFalse(eqnet.equivalent(sympy.root(x, 3), "cbrt(x)", strict=True))
        self.assertFalse(eqnet.equivalent(sympy.sin(x), "cos(x)"))
        self.assertTrue(eqnet.equivalent(sympy.Symbol("i") / 2, "i/2"))

    def test_polynomials_are_real_functions_too_beside_others(self):
        x, y = sympy.symbols("x y")
        verdict = eqnet.equivalent((x**2 - 1) / (x - 1), x + 1)
        self.assertEqual((verdict.answer, verdict.domain), ("equivalent", "real"))
        self.assertIn("x = 1", verdict.condition)
        self.assertTrue(eqnet.equivalent(x + 1, "(x^2 - 1)/(x - 1)"))
        self.assertTrue(eqnet.equivalent(sympy.sin(x) ** 2 + sympy.cos(x) ** 2, sympy.Integer(1)))
        self.assertTrue(eqnet.equivalent(sympy.sqrt(x**2), x, assume="x > 0"))
        self.assertEqual(eqnet.equivalent(x + y, y + x, assume="x > 0").domain, "real")
        self.assertEqual(eqnet.check([(sympy.sqrt(x**2), x), (x * y, y * x)], assume="x > 0"), ["equivalent"] * 2)
        self.assertEqual(eqnet.group([x + 1, "(x + 1)/1", "x"]), [["1 + x", "(x + 1)/1"], ["x"]])
        self.assertEqual(eqnet.equivalent(x + 1, "1 + x").domain, "polynomial")
        with self.assertRaisesRegex(eqnet.Error, "polynomial and real"):
            eqnet.equivalent(eqnet.Expression("x + 1"), sympy.sin(x))
        with self.assertRaisesRegex(eqnet.Error, "boolean and real"):
            eqnet.equivalent(x & y, sympy.sin(x))
        for one in (sympy.Symbol("e") / 2, sympy.Symbol("pi") + sympy.sin(x), sympy.Symbol("sin") / 2):
            with self.assertRaisesRegex(eqnet.Error, "real expressions have no variable"):
                eqnet.from_sympy(one)

    def test_says_which_domain_is_meant(self):
        x, y = sympy.symbols("x y")
        self.assertEqual(eqnet.equivalent(x & y, "x & y").domain, "boolean")
        self.assertEqual(eqnet.equivalent(x, x, domain="boolean").domain, "boolean")
        self.assertEqual(eqnet.equivalent(x, eqnet.Expression("x", "boolean")).domain, "boolean")
        self.assertEqual(eqnet.equivalent(sympy.true, "1").domain, "boolean")
        self.assertEqual(eqnet.check([(x & y, y & x), (x + y, y + x)]), ["equivalent", "equivalent"])
        self.assertEqual(eqnet.Expression(sympy.true).domain, "boolean")
        with self.assertRaisesRegex(eqnet.Error, "boolean and polynomial"):
            eqnet.equivalent(x & y, x + y)
        with self.assertRaisesRegex(eqnet.Error, "polynomial and boolean"):
            eqnet.group([x + y, x, eqnet.Expression("x & y")])

    def test_expressions_that_have_no_text_are_errors(self):
        x = sympy.Symbol("x")
        for bad in (sympy.gamma(x), sympy.sign(x), sympy.acot(x), sympy.I, sympy.oo, sympy.nan, sympy.Eq(x, 1)):
            with self.assertRaisesRegex(eqnet.Error, "neither boolean nor a real function"):
                eqnet.from_sympy(bad)
        with self.assertRaisesRegex(eqnet.Error, "sign.x. is neither"):
            eqnet.from_sympy(sympy.Mul(sympy.sign(x), abs(x), abs(x), evaluate=False))
        with self.assertRaisesRegex(eqnet.Error, "goes by cases"):
            eqnet.from_sympy(sympy.Piecewise((x, x > 0), (1, True)))
        with self.assertRaisesRegex(eqnet.Error, "SymPy has no Max of"):
            eqnet.to_sympy("max(acos(2), x)")
        self.assertEqual(eqnet.check([(x, x), (sympy.gamma(x), x), (x, "x +")]), ["equivalent", "error", "error"])
        if numpy:
            a = sympy.Symbol("a")
            vectors = eqnet.Model("boolean").embed([a, sympy.sin(a), "a &", ~a], skip_bad=True)
            self.assertEqual(list(numpy.isnan(vectors).all(axis=1)), [False, True, True, False])
            with self.assertRaises(eqnet.Error):
                eqnet.Model("boolean").embed([a, sympy.sin(a)])

    def test_symbols_are_told_apart_by_their_names_alone(self):
        x, real, dummies = sympy.Symbol("x"), sympy.Symbol("x", real=True), (sympy.Dummy("x"), sympy.Dummy("x"))
        self.assertEqual(eqnet.from_sympy(dummies[0] + 1), "1 + x")
        for bad in (x - real, dummies[0] - dummies[1], sympy.And(*dummies)):
            with self.assertRaisesRegex(eqnet.Error, "two different symbols .* 'x'"):
                eqnet.from_sympy(bad)
        for left, right in ((x, real), (x + 1, dummies[0] + 1), dummies):
            with self.assertRaisesRegex(eqnet.Error, "two different symbols .* 'x'"):
                eqnet.equivalent(left, right)
            with self.assertRaisesRegex(eqnet.Error, "two different symbols .* 'x'"):
                eqnet.group([left, right])
            self.assertEqual(eqnet.check([(left, right), (left, left)]), ["error", "equivalent"])

    def test_names_that_are_no_variables_are_errors(self):
        y = sympy.Symbol("y")
        self.assertEqual(eqnet.from_sympy(sympy.Symbol("true") + y), "true + y")
        self.assertTrue(eqnet.equivalent(sympy.Symbol("λ_1") & y, "y & λ_1"))
        for name in ("true", "False", "and", "a b", "a & b", "1", "", "x_{1}", " a", "a\0b"):
            with self.assertRaisesRegex(eqnet.Error, "boolean expressions have no variable"):
                eqnet.from_sympy(sympy.Symbol(name) & y)
        for name in ("a b", "2x", "3", "-3", "0", "a*b"):
            with self.assertRaisesRegex(eqnet.Error, "polynomial expressions have no variable"):
                eqnet.from_sympy(sympy.Symbol(name) + y)
        for call in (
            lambda: eqnet.equivalent(sympy.Symbol("true"), "a | ~a"),
            lambda: eqnet.simplify(sympy.Symbol("true"), domain="boolean"),
            lambda: eqnet.key(sympy.Symbol("T"), domain=KLEENE),
            lambda: eqnet.Expression(sympy.Symbol("T") & y, KLEENE),
        ):
            with self.assertRaisesRegex(eqnet.Error, "no variable"):
                call()
        with self.assertRaisesRegex(eqnet.Error, "klingon"):
            eqnet.equivalent(y, y, domain="klingon")


class Package(unittest.TestCase):
    def test_every_example_in_it_runs(self):
        names = ["eqnet", "eqnet.verdict", "eqnet.search", "eqnet.expression"]
        if numpy:
            names += ["eqnet.dataset", "eqnet.model", "eqnet.index"]
        if sympy:
            names.append("eqnet.sympy_bridge")
        try:
            import sklearn.base  # noqa: F401

            names.append("eqnet.sklearn")
        except ImportError:
            pass
        attempted = 0
        for name in names:
            result = doctest.testmod(importlib.import_module(name))
            self.assertEqual(result.failed, 0, name)
            attempted += result.attempted
        self.assertGreater(attempted, 15)

    @unittest.skipUnless(numpy and sympy, "NumPy and SymPy are not both installed")
    def test_every_example_of_its_page_runs(self):
        before = os.getcwd()
        os.chdir(ROOT)  # which its paths start from
        try:
            result = doctest.testfile(str(ROOT / "docs/python.md"), module_relative=False)
        finally:
            os.chdir(before)
        self.assertEqual(result.failed, 0)
        self.assertGreater(result.attempted, 10)

    def test_knows_the_functions_of_the_header(self):
        header = (ROOT / "include/eqnet.h").read_text()
        for name in _library._SIGNATURES:
            self.assertIn(f"{name}(", header)
        self.assertEqual(_library.C_VERSION, int(re.search(r"EQNET_C_VERSION (\d+)", header)[1]))
        self.assertEqual(eqnet.c_version(), _library.C_VERSION)
        self.assertEqual(_library.SCORES, int(re.search(r"EQNET_SCORES (\d+)", header)[1]))
        project = (ROOT / "CMakeLists.txt").read_text()
        self.assertEqual(eqnet.__version__, re.search(r"project\(eqnet VERSION ([\d.]+)", project)[1])

    def test_types_are_checked(self):
        if subprocess.run([sys.executable, "-m", "mypy", "--version"], capture_output=True).returncode != 0:
            self.skipTest("mypy is not installed")
        with tempfile.TemporaryDirectory() as cache:
            said = subprocess.run(
                [sys.executable, "-m", "mypy", "--cache-dir", cache, "--config-file", "mypy.ini", "eqnet"],
                cwd=ROOT / "python",
                capture_output=True,
                text=True,
            )
        self.assertEqual(said.returncode, 0, said.stdout)

    def test_says_what_to_do_without_the_library(self):
        environment = {**os.environ, "EQNET_LIBRARY": "/nonexistent/libeqnet.so"}
        said = subprocess.run([sys.executable, "-c", "import eqnet"], env=environment, capture_output=True, text=True)
        self.assertIn("libeqnet cannot be loaded", said.stderr)


class Handles(unittest.TestCase):
    """What the library knows objects by."""

    def test_objects_of_another_kind_are_refused(self):
        model, data = eqnet.Model("boolean"), eqnet.generate("Bool5")
        for work in (lambda: eqnet.evaluate(data, model), lambda: eqnet.evaluate(model, model), lambda: eqnet.Index(data, ["a"])):
            with self.assertRaisesRegex(TypeError, "is wanted"):
                work()

    def test_zero_characters_end_no_name(self):
        for work in (lambda: eqnet.Model("boolean\0x"), lambda: eqnet.equivalent("a", "a", domain="boolean\0x"), lambda: eqnet.Index.open("a\0b")):
            with self.assertRaisesRegex(eqnet.Error, "zero character"):
                work()
        with self.assertRaises(eqnet.Error):
            eqnet.Model("\ud800")

    def test_what_is_deleted_twice_is_closed_once(self):
        model = eqnet.Model("boolean")
        model.__del__()
        model.__del__()
        with self.assertRaises(eqnet.Error):
            model.embed(["a"])


if __name__ == "__main__":
    unittest.main()
