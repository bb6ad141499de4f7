import assert from "node:assert/strict";
import { RunMarks } from "./run_marks.ts";

const contents: [string | null, boolean, number | null][] = [
  [null, false, null],
  ["", true, null],
  ["0\n", true, 0],
  ["143\n", true, 143],
  ["14", true, null],
  ["-1\n", true, null],
  ["nonsense\n", true, null],
];
for (const [content, begun, code] of contents) {
  Deno.test(`run marks: ${content === null ? "no file" : JSON.stringify(content)} means ${begun ? "begun" : "not begun"}, exit code ${code}`, async () => {
    const root = await Deno.makeTempDir({ prefix: "sundial-marks-" });
    const marks = new RunMarks(root);
    if (content !== null) await Deno.writeTextFile(marks.file(5), content);
    assert.equal(marks.begun(5), begun);
    assert.equal(marks.exit(5)?.code ?? null, code);
    marks.remove(5);
    marks.remove(5);
    assert.equal(marks.begun(5), false);
    await Deno.remove(root, { recursive: true });
  });
}
