import assert from "node:assert/strict";
import { DataFolderError } from "../platform/data_folder.ts";
import { describeFolderProblem } from "./data_folder_messages.ts";

const root = "/srv/panel";
const ownership = {
  owner: { uid: 0, name: "root" },
  user: { uid: 1000, name: null },
  command: "chown -R 1000:1000 /srv/panel",
  inContainer: false,
};
const problems = [
  { kind: "in_use", root, pid: "41" },
  { kind: "in_use", root, pid: null },
  { kind: "failed", root, reason: "No space left on device" },
  { kind: "unwritable", root, path: "/srv/panel/logs", reason: "read_only" },
  { kind: "unwritable", root, path: "/srv/panel/logs", reason: "denied" },
  { kind: "unwritable", root, path: "/srv/panel/logs", reason: "denied", ownership },
  {
    kind: "unwritable",
    root,
    path: "/srv/panel/logs",
    reason: "denied",
    ownership: { ...ownership, inContainer: true },
  },
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
      if ("ownership" in problem) {
        for (const part of ["root", "uid 1000", ownership.command]) assert.ok(text.includes(part), text);
      }
      assert.ok(!text.includes("\n") && details.every(([, detail]) => text.includes(detail ?? "")), text);
    }
  }
});
