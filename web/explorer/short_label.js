// A text for the map, where there is little room.
const LONGEST = 24; // characters

export function shortLabel(text) {
  const characters = [...text];
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST).join("")}…` : text;
}
