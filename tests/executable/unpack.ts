import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Payload, readPayload } from "./read_payload.ts";

const root = join(import.meta.dirname!, "..", "..");

/**
 * Compiles the executable on top of Deno itself, because its usual base cannot be downloaded everywhere, and reads back what
 * is embedded. Throws with the output of the compiler when it fails.
 */
export async function compilePayload(folder: string): Promise<Payload> {
  const output = join(folder, "sundial");
  const { code, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "tools/compile.ts", "--output", output],
    cwd: root,
    env: { DENORT_BIN: Deno.execPath() },
    stdout: "null",
  }).output();
  if (code !== 0) throw new Error(`deno task compile failed:\n${new TextDecoder().decode(stderr)}`);
  return readPayload(Deno.readFileSync(output));
}

export function writeFiles(files: ReadonlyMap<string, Uint8Array | string>, folder: string): void {
  for (const [path, content] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

/** Creates a folder with links to all programs of the machine except those that run JavaScript. */
export function linkProgramsWithoutJavascript(folder: string): void {
  mkdirSync(folder);
  const programs = ["/usr/bin", "/bin"].flatMap((directory) =>
    readdirSync(directory).map((name) => [name, directory] as const)
  );
  for (const [name, path] of new Map(programs)) {
    if (!/^(node|nodejs|deno|bun|npm|npx)$/.test(name)) symlinkSync(join(path, name), join(folder, name));
  }
}
