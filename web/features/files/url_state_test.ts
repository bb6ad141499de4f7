import assert from "node:assert/strict";
import { isScriptsPage, readUrlState } from "./url_state.ts";

Deno.test("script URL: names the open file and the line", () => {
  assert.deepEqual(readUrlState("/script/", "path=a%2Fb.js&line=12"), {
    ...{ dialog: null, path: "a/b.js", dialogPath: "a/b.js", line: 12 },
  });
  assert.deepEqual(readUrlState("/script", "line=-1"), {
    dialog: null,
    path: null,
    dialogPath: "",
    line: null,
  });
});

Deno.test("script URL: a dialog about a path opens no file", () => {
  assert.deepEqual(readUrlState("/script/renameModal", "path=a"), {
    ...{ dialog: "rename", path: null, dialogPath: "a", line: null },
  });
  assert.equal(readUrlState("/script/renameModal", "").dialog, null);
  assert.equal(readUrlState("/script/setting", "path=a").path, "a");
  assert.equal(readUrlState("/script", "path=a&bin=1").dialog, "bin");
});

Deno.test("script URL: another file or dialog stays on the page, the debug page does not", () => {
  assert.ok(isScriptsPage("/base/script?path=a", "/base"));
  assert.ok(isScriptsPage("/script/renameModal?path=a", ""));
  assert.ok(!isScriptsPage("/script/editModal?path=a", ""));
  assert.ok(!isScriptsPage("/crontab", ""));
});
