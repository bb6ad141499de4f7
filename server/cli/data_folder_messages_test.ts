import assert from "node:assert/strict";
import { DataFolderError } from "../platform/data_folder.ts";
import { describeFolderProblem } from "./data_folder_messages.ts";

const root = "/srv/panel";
const problems = [
  { kind: "in_use", root, pid: "41" },
  { kind: "in_use", root, pid: null },
  { kind: "failed", root, reason: "No space left on device" },
  { kind: "unwritable", root, path: "/srv/panel/logs", reason: "read_only" },
  { kind: "unwritable", root, path: "/srv/panel/logs", reason: "denied" },
  { kind: "unwritable", root, path: "/srv/panel/logs", reason: "not_folder" },
] as const;

Deno.test("data folder problem: is one sentence in both languages, with the folder and the details", () => {
  for (const problem of problems) {
    const error = new DataFolderError(problem);
    const [en, zh] = [describeFolderProblem(error, "en"), describeFolderProblem(error, "zh")];
    assert.equal(en, error.message);
    assert.match(zh, /\p{sc=Han}/u);
    const details = Object.entries(problem).filter(([name]) =>
      name === "root" || name === "pid" || name === "path"
    );
    for (const text of [en, zh]) {
      assert.ok(!text.includes("\n") && details.every(([, detail]) => text.includes(detail ?? "")), text);
    }
  }
});
