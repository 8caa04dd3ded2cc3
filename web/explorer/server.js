// The server that the page came from (`eqnet serve`): its answers, or why there is none.
import { parseExactly } from "./exact_json.js";

// The server answers that it cannot, and says why.
export class Refusal extends Error {}

export class ServerGone extends Error {
  constructor() {
    super("The server does not answer.");
  }
}

export class Server {
  #info = null;

  // What the server has, see /v1/info; asked for once.
  async info(signal) {
    this.#info ??= await this.#fetch("v1/info", { signal });
    return this.#info;
  }

  post(path, question, signal) {
    const headers = { "Content-Type": "application/json" };
    return this.#fetch(path, { method: "POST", headers, body: JSON.stringify(question), signal });
  }

  // Throws Refusal, ServerGone, or what an aborted signal throws.
  async #fetch(path, options) {
    let response;
    let text;
    try {
      response = await fetch(new URL(path, location.origin + location.pathname), options);
      text = await response.text();
    } catch (error) {
      if (options.signal?.aborted) throw error;
      this.#info = null; // the next server may be another
      throw new ServerGone();
    }
    let answer = null;
    try {
      answer = parseExactly(text);
    } catch {
      // not from this server, but perhaps from one before it
    }
    if (!response.ok || !answer) throw new Refusal(answer?.error ?? `The server answered with status ${response.status}.`);
    return answer;
  }
}
