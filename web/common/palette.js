// Colours that carry meaning, told apart by people with any kind of colour vision (Okabe and Ito's set; each model also has a symbol).
// knows: it learns nothing, so it is no rival of those that do.
export const models = {
  tfidf: { label: "tf-idf", colour: "#8a8f98", symbol: "cross" },
  gru: { label: "GRU", colour: "#E69F00", symbol: "triangle" },
  stackrnn: { label: "StackRNN", colour: "#CC79A7", symbol: "square" },
  treenn1: { label: "1-layer TreeNN", colour: "#56B4E9", symbol: "diamond" },
  treenn2: { label: "2-layer TreeNN", colour: "#009E73", symbol: "wye" },
  eqnet: { label: "EqNet", colour: "#0072B2", symbol: "circle" },
  "eqnet-mul": { label: "eqnet-mul", colour: "#D55E00", symbol: "star" },
  values: { label: "values (knows the semantics)", colour: "#7B4B94", symbol: "hexagon", knows: true },
};

// For things that are many: classes take these in turn.
export const many = [
  "#E69F00", "#56B4E9", "#009E73", "#F0E442", "#0072B2", "#D55E00", "#CC79A7", "#8a8f98",
  "#7B4B94", "#A6761D", "#66A61E", "#882255",
];

// Score 0 to 1: dark red to white, as the paper has it.
export const scoreStops = ["#67000d", "#a50f15", "#cb181d", "#ef3b2c", "#fb6a4a", "#fc9272", "#fcbba1", "#fee0d2", "#ffffff"];

// Score on a map, where white points would be lost on white ground: dark red to a light blue, seen on light and dark.
export const scoreOnMap = ["#67000d", "#a50f15", "#d7301f", "#f46d43", "#f0a35a", "#c9c08f", "#86bfd0", "#4fa3d1"];

// Sizes, small to large: yellow to blue, even in lightness; the large ones are the most, so they get the calm end.
export const sizeStops = ["#e8b71d", "#addc30", "#5ec962", "#28ae80", "#21918c", "#2c728e", "#4a63a8"];

// Lines between expressions: told apart by dashes as well.
export const links = {
  equivalents: { label: "equivalents", colour: "#0072B2", dash: "" },
  negation: { label: "negation", colour: "#D55E00", dash: "10 5" },
  subexpressions: { label: "subexpressions", colour: "#009E73", dash: "2 4" },
};

// Rings on the map: of the asked expression, and of the one that it is compared with.
export const asked = [
  { colour: "#d6009a", dash: "" },
  { colour: "#e66100", dash: "5 4" },
];
