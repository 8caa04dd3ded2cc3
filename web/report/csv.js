// Rows as comma-separated values (RFC 4180).
const field = (value) => {
  const text = value == null ? "" : String(value);
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

export function csv(rows) {
  if (rows.length === 0) return "";
  const columns = Object.keys(rows[0]);
  return [columns, ...rows.map((row) => columns.map((column) => row[column]))]
    .map((cells) => cells.map(field).join(",") + "\r\n").join("");
}
