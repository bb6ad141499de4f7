import assert from "node:assert/strict";
import { cleanFor, markOf, oneLine, withoutMarks } from "./clean_output.ts";
import { LogRenderer } from "./log_output.ts";

const [terminal, pipe] = [{ isTerminal: () => true }, { isTerminal: () => false }];
const attacks = [
  "\x1b]52;c;cm0gLXJmIC8=\x07",
  "\x1b]0;title\x1b\\",
  "\x1b[6n",
  "\x1b[2J",
  "\x1b[1A",
  "\x1bc",
  "\x9b31m",
  "\x1bP+q\x1b\\",
  "\x07",
  "\b\b",
];
// deno-lint-ignore no-control-regex -- what must not reach a terminal
const harmful = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/;

Deno.test("terminal output: text of others cannot control the terminal", () => {
  for (const attack of attacks) {
    const text = cleanFor(terminal, `a${attack}b\n\tc\r\x1b[31m`);
    assert.doesNotMatch(text, harmful, JSON.stringify(attack));
    assert.ok(text.startsWith("a") && text.includes("b\n\tc"));
    assert.doesNotMatch(oneLine(`a${attack}b\nc`), harmful);
  }
});

Deno.test("terminal output: only our own styles become sequences, and only on a terminal", () => {
  const styled = `${markOf(31)}failed${markOf(0)} \x1b[31mred`;
  assert.equal(cleanFor(terminal, styled), "\x1b[31mfailed\x1b[0m  [31mred");
  assert.equal(withoutMarks(styled), "failed \x1b[31mred");
  const icon = "\u{f0001}";
  assert.deepEqual([cleanFor(terminal, icon), cleanFor(pipe, icon)], [icon, icon]);
  assert.equal(cleanFor(pipe, "a\r\n\x1b]0;x\x07"), "a\r\n\x1b]0;x\x07");
});

/** What a terminal shows of what was written to it. */
function rendered(parts: readonly (string | Uint8Array)[], colors = true): string {
  const renderer = new LogRenderer(colors);
  return parts.map((part) => renderer.render(part)).join("");
}

Deno.test("log output: a log keeps its colors and nothing else that a terminal acts on", () => {
  assert.equal(rendered(["\x1b[31mError\x1b[0m: disk\n"]), "\x1b[0;31mError\x1b[0m: disk\x1b[0m\n");
  assert.equal(rendered(["\x1b[31mError\x1b[0m: disk\n"], false), "Error: disk\n");
  for (const attack of attacks) {
    const log = `before\n${attack}text\x1b[1m\nafter${attack}\n`;
    // The order of bytes does not depend on how they arrive.
    for (const size of [1, 2, 3, 1000]) {
      const bytes = new TextEncoder().encode(log);
      const parts = Array.from(
        { length: Math.ceil(bytes.length / size) },
        (_, n) => bytes.subarray(n * size, (n + 1) * size),
      );
      const output = rendered(parts);
      // deno-lint-ignore no-control-regex -- colors
      assert.doesNotMatch(output.replace(/\x1b\[[\d;]*m/g, ""), harmful, JSON.stringify([attack, size]));
      assert.ok(output.includes("before\n") && output.includes("after"));
    }
  }
});

Deno.test("log output: a progress bar is overwritten while it grows", () => {
  assert.equal(
    rendered(["10%", "\r100% of all", "\r\x1b[Kdone", "\nnext\n"]),
    "10%\r100% of all\rdone       \nnext\n",
  );
  const long = Array.from(
    { length: 20 },
    (_, part) => Array.from({ length: 200 }, (_, n) => `\rstep ${part * 200 + n}`).join(""),
  );
  assert.ok(rendered([...long, "\n"]).endsWith("\rstep 3999\n"));
});

Deno.test("log output: lines that were changed by cursor movement are printed again", () => {
  assert.equal(rendered(["a: 1\nb: 1\n\x1b[2A\x1b[2K\ra: 2\x1b[2B\rend\n"]), "a: 1\nb: 1\na: 2\nend\n");
});

Deno.test("terminal output: commands write nothing past what cleans it", async () => {
  /** What these write is their own, or the output of a program that was started in this terminal. */
  const direct = new Set([
    ...["clean_output.ts", "terminal.ts", "mask_output.ts", "run_accounts.ts", "run_script.ts"],
    ...["reset_account.ts", "serve.ts", "import_data.ts"],
  ]);
  const found: string[] = [];
  for (const folder of ["", "panel/"]) {
    for await (const { name, isFile } of Deno.readDir(new URL(`./${folder}`, import.meta.url))) {
      if (!isFile || name.endsWith("_test.ts") || direct.has(name)) continue;
      const source = await Deno.readTextFile(new URL(`./${folder}${name}`, import.meta.url));
      if (/(?:stdout|stderr)\.write|console\.\w+\(/.test(source)) found.push(folder + name);
    }
  }
  assert.deepEqual(found, []);
});
