// The points, drawn by WebGL: round, in layers. It is written out here because the libraries that do this (regl, and
// regl-scatterplot on top of it) compile their drawing by `new Function` for the device they find, which a page that
// forbids eval cannot do; and all that is needed of them is one program of two short shaders.
import { channels } from "../common/ramp.js";
import { PageError } from "./failure.js";
import { Groups } from "./groups.js";

const VERTEX = `
  attribute vec2 place;
  attribute vec3 ink;
  uniform vec2 centre, scale;
  uniform mediump float size;
  varying mediump vec3 colour;
  void main() {
    colour = ink;
    gl_Position = vec4((place - centre) * scale, 0.0, 1.0);
    gl_PointSize = size;
  }`;
// A disc whose edge is half a pixel soft, so that it fits into its square; colours are multiplied by their opacity, as the browser expects of a canvas.
const FRAGMENT = `
  precision mediump float;
  uniform float size, opacity;
  varying vec3 colour;
  void main() {
    float away = distance(gl_PointCoord, vec2(0.5)) * size;
    float alpha = opacity * clamp(size - 2.0 * away + 0.5, 0.0, 1.0);
    gl_FragColor = vec4(colour * alpha, alpha);
  }`;
const WORDS = 3; // of 32 bits for a point: x, y, and its colour in bytes
const BYTES = 4;

const context = (canvas) => canvas.getContext("webgl", { antialias: false });

// Throws PageError where the browser has no WebGL.
export function requireWebGL() {
  const gl = context(document.createElement("canvas"));
  if (!gl) throw new PageError("This page needs WebGL, which this browser does not have or has switched off.");
  gl.getExtension("WEBGL_lose_context")?.loseContext(); // contexts are few; give this one back at once
}

export class Points {
  #gl;
  #uniforms;
  #position;
  #order = new Uint32Array(); // all points as they are drawn: those of rare colours last, on top of the others
  #inks = new Uint32Array(); // a colour of each point, as its four bytes
  #layers = [];

  // position: x, y of each point
  constructor(canvas, position) {
    this.#gl = context(canvas);
    this.#position = position;
    this.#uniforms = prepare(this.#gl);
  }

  // Colours for the layers shown from now on: the number of each point's colour, and the colours as "#rrggbb".
  colour(values, colours) {
    const bytes = Uint8Array.from(colours.flatMap((colour) => [...channels(colour), 255]));
    const palette = new Uint32Array(bytes.buffer); // the bytes stay in order, whichever way the machine reads them
    this.#inks = Uint32Array.from(values, (value) => palette[value]);
    const groups = new Groups(values, colours.length);
    const commonFirst = colours.map((_, i) => i).sort((a, b) => groups.size(b) - groups.size(a));
    this.#order = new Uint32Array(values.length);
    let end = 0;
    for (const colour of commonFirst) {
      this.#order.set(groups.of(colour), end);
      end += groups.size(colour);
    }
  }

  // What draw() draws, the first below the others: [{members (null: all), size in pixels, opacity}]
  show(layers) {
    const chosen = layers.map(({ members }) => (members ? this.#inOrder(members) : this.#order));
    const words = new Uint32Array(WORDS * chosen.reduce((sum, members) => sum + members.length, 0));
    const numbers = new Float32Array(words.buffer);
    let at = 0;
    this.#layers = layers.map(({ size, opacity }, i) => {
      const first = at;
      for (const member of chosen[i]) {
        numbers[WORDS * at] = this.#position[2 * member];
        numbers[WORDS * at + 1] = this.#position[2 * member + 1];
        words[WORDS * at + 2] = this.#inks[member];
        ++at;
      }
      return { size, opacity, first, count: at - first };
    });
    this.#gl.bufferData(this.#gl.ARRAY_BUFFER, words, this.#gl.DYNAMIC_DRAW);
  }

  draw({ x, y, distance }, { width, height }) {
    const gl = this.#gl;
    const ratio = devicePixelRatio;
    this.#fit(Math.max(1, Math.round(width * ratio)), Math.max(1, Math.round(height * ratio)));
    gl.clear(gl.COLOR_BUFFER_BIT);
    gl.uniform2f(this.#uniforms.centre, x, y);
    gl.uniform2f(this.#uniforms.scale, height / width / distance, 1 / distance);
    for (const { size, opacity, first, count } of this.#layers) {
      gl.uniform1f(this.#uniforms.size, size * grown(distance) * ratio);
      gl.uniform1f(this.#uniforms.opacity, opacity);
      gl.drawArrays(gl.POINTS, first, count);
    }
  }

  #fit(width, height) {
    const { canvas } = this.#gl;
    if (canvas.width === width && canvas.height === height) return;
    Object.assign(canvas, { width, height });
    this.#gl.viewport(0, 0, width, height);
  }

  #inOrder(members) {
    const wanted = new Uint8Array(this.#order.length);
    for (const member of members) wanted[member] = 1;
    return this.#order.filter((member) => wanted[member]);
  }
}

// How much larger points get as the camera comes closer than 1: less than the spaces between them.
const grown = (distance) => (distance < 1 ? Math.asinh(1 / distance) / Math.asinh(1) : 1);

// Sets up all that stays as it is; returns where the uniforms are.
function prepare(gl) {
  const program = gl.createProgram();
  for (const [type, source] of [[gl.VERTEX_SHADER, VERTEX], [gl.FRAGMENT_SHADER, FRAGMENT]]) {
    const shader = gl.createShader(type);
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost())
    throw new PageError(`This device cannot draw the points: ${gl.getProgramInfoLog(program)}`);
  gl.useProgram(program);
  gl.enable(gl.BLEND);
  gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
  const attribute = (name, count, type, normalized, word) => {
    const place = gl.getAttribLocation(program, name);
    gl.enableVertexAttribArray(place);
    gl.vertexAttribPointer(place, count, type, normalized, WORDS * BYTES, word * BYTES);
  };
  attribute("place", 2, gl.FLOAT, false, 0);
  attribute("ink", 3, gl.UNSIGNED_BYTE, true, 2);
  const names = ["centre", "scale", "size", "opacity"];
  return Object.fromEntries(names.map((name) => [name, gl.getUniformLocation(program, name)]));
}
