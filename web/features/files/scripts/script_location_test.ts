import assert from "node:assert/strict";
import { isScriptsPage, readScriptLocation } from "./script_location.ts";

Deno.test("script place: an address names the file that is shown and the line", () => {
  assert.deepEqual(readScriptLocation("/script/", "path=a%2Fb.js&line=12"), {
    ...{ dialog: null, visible: "a/b.js", subject: "a/b.js", line: 12 },
  });
  assert.deepEqual(readScriptLocation("/script", "line=-1"), {
    dialog: null,
    visible: null,
    subject: "",
    line: null,
  });
});

Deno.test("script place: a dialog about a path says nothing of what is shown beneath", () => {
  assert.deepEqual(readScriptLocation("/script/renameModal", "path=a"), {
    ...{ dialog: "rename", visible: null, subject: "a", line: null },
  });
  assert.equal(readScriptLocation("/script/renameModal", "").dialog, null);
  assert.equal(readScriptLocation("/script/setting", "path=a").visible, "a");
  assert.equal(readScriptLocation("/script", "path=a&bin=1").dialog, "bin");
});

Deno.test("script place: going to another file or dialog is no way out, going to run it is", () => {
  assert.ok(isScriptsPage("/base/script?path=a", "/base"));
  assert.ok(isScriptsPage("/script/renameModal?path=a", ""));
  assert.ok(!isScriptsPage("/script/editModal?path=a", ""));
  assert.ok(!isScriptsPage("/crontab", ""));
});
