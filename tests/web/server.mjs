// `eqnet serve` beside a test: {address, stop()}. Of an option with line breaks a file is made that holds it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export async function startServer(...options) {
  const folder = mkdtempSync(join(tmpdir(), "eqnet-server-"));
  const given = options.map((option, i) => {
    if (!option.includes("\n")) return option;
    const file = join(folder, `list${i}.txt`);
    writeFileSync(file, option);
    return file;
  });
  const child = spawn(process.env.EQNET_PROGRAM, ["serve", "--port", "0", "-q", ...given], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  let address = "";
  for await (const piece of child.stdout) {
    address += piece;
    if (address.endsWith("\n")) break;
  }
  if (!address) throw new Error("eqnet serve did not start");
  return {
    address: address.trim(),
    // The exit code.
    async stop() {
      child.kill("SIGTERM");
      const [code] = await exited;
      rmSync(folder, { recursive: true, force: true });
      return code;
    },
  };
}
