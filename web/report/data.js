// The data of the page: tables as lists of objects.

// A Frame of the program ({columns, rows}) as objects, one a row.
export function objects({ columns, rows }) {
  return rows.map((row) => Object.fromEntries(columns.map((column, i) => [column, row[i]])));
}

export function readReport(text) {
  let report;
  try {
    report = JSON.parse(text);
  } catch {
    throw new Error("its data is damaged or was cut off.");
  }
  if (report?.format !== "eqnet-report") throw new Error("its data is no report of eqnet.");
  if (report.version !== 1) throw new Error(`its data is of version ${report.version}, and this page reads version 1.`);
  const tables = Object.fromEntries(Object.entries(report.tables).map(([name, frame]) => [name, objects(frame)]));
  const datasets = new Map(tables.datasets.map((dataset) => [dataset.preset, dataset]));
  return { ...report, tables, name: (preset) => datasets.get(preset)?.name ?? preset };
}

// Numbers packed as base64 of little-endian 16-bit integers.
export function unpack(base64) {
  const text = atob(base64);
  const bytes = Uint8Array.from(text, (c) => c.charCodeAt(0));
  const view = new DataView(bytes.buffer);
  return Uint16Array.from({ length: bytes.length / 2 }, (_, i) => view.getUint16(2 * i, true));
}

export function percent(fraction) {
  if (fraction == null) return "–";
  const text = (100 * fraction).toFixed(1);
  return text === "-0.0" ? "0.0" : text;
}

// The paper's names of the parts that are evaluated.
export const partNames = { seen: "SeenEqClass", unseen: "UnseenEqClass" };

// Distinct values in order of first use.
export const distinct = (values) => [...new Set(values)];

// Those of `all`, in their order, that a column of the rows has: what was run of what the paper has.
export function present(all, rows, column) {
  const there = new Set(rows.map((row) => row[column]));
  return all.filter((one) => there.has(one));
}
