"""examples/notebook.ipynb, as nbconvert runs it: every cell, with the library of this build."""
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def runs(*modules):
    return subprocess.run([sys.executable, "-c", "import " + ", ".join(modules)], capture_output=True).returncode == 0


class Notebook(unittest.TestCase):
    @unittest.skipUnless(runs("nbconvert", "ipykernel", "matplotlib"), "nbconvert, ipykernel or matplotlib is not here")
    def test_runs_from_its_first_cell_to_its_last(self):
        with tempfile.TemporaryDirectory() as folder:
            command = [sys.executable, "-m", "nbconvert", "--to", "notebook", "--execute", "--output-dir", folder,
                       "--ExecutePreprocessor.timeout=120", ROOT / "examples/notebook.ipynb"]
            said = subprocess.run(command, capture_output=True, text=True)
            self.assertEqual(said.returncode, 0, said.stderr[-4000:])
            cells = json.loads((Path(folder) / "notebook.ipynb").read_text())["cells"]
        outputs = [output for cell in cells for output in cell.get("outputs", [])]
        kinds = {kind for output in outputs for kind in output.get("data", {})}
        self.assertIn("image/png", kinds)  # the plot
        self.assertIn("text/html", kinds)  # verdicts, trees, neighbours
        self.assertTrue(any("a | b: 3 nodes instead of 13" in line for output in outputs for line in output.get("text", [])))

    def test_is_kept_without_outputs(self):
        notebook = json.loads((ROOT / "examples/notebook.ipynb").read_text())
        for cell in notebook["cells"]:
            self.assertEqual(cell.get("outputs", []), [])


if __name__ == "__main__":
    unittest.main()
