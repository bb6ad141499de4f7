import assert from "node:assert/strict";
import { isScriptsPage, readScriptLocation } from "./url_state.ts";

Deno.test("script location: the URL names the visible file and the line", () => {
  assert.deepEqual(readScriptLocation("/script/", "path=a%2Fb.js&line=12"), {
    ...{ dialog: null, visible: "a/b.js", dialogPath: "a/b.js", line: 12 },
  });
  assert.deepEqual(readScriptLocation("/script", "line=-1"), {
    dialog: null,
    visible: null,
    dialogPath: "",
    line: null,
  });
});

Deno.test("script location: the URL of a dialog about a path does not name the visible file", () => {
  assert.deepEqual(readScriptLocation("/script/renameModal", "path=a"), {
    ...{ dialog: "rename", visible: null, dialogPath: "a", line: null },
  });
  assert.equal(readScriptLocation("/script/renameModal", "").dialog, null);
  assert.equal(readScriptLocation("/script/setting", "path=a").visible, "a");
  assert.equal(readScriptLocation("/script", "path=a&bin=1").dialog, "bin");
});

Deno.test("script location: another file or dialog stays on the page, the debug page does not", () => {
  assert.ok(isScriptsPage("/base/script?path=a", "/base"));
  assert.ok(isScriptsPage("/script/renameModal?path=a", ""));
  assert.ok(!isScriptsPage("/script/editModal?path=a", ""));
  assert.ok(!isScriptsPage("/crontab", ""));
});
