// JSON whose integers may be of any size, as values of polynomials are: those that a number of JavaScript cannot hold
// exactly come as text.

const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g;
const EXACT_DIGITS = 15; // that any integer may have

export function parseExactly(text) {
  const isLong = (token) => /^-?\d+$/.test(token) && token.length > EXACT_DIGITS;
  return JSON.parse(text.replace(STRING_OR_NUMBER, (token) => (isLong(token) ? `"${token}"` : token)));
}
