import assert from "node:assert/strict";
import { isScriptsPage, readScriptPlace } from "./place.ts";

Deno.test("script place: an address names the file that is shown and the line", () => {
  assert.deepEqual(readScriptPlace("/script/", "path=a%2Fb.js&line=12"), {
    ...{ dialog: null, shown: "a/b.js", subject: "a/b.js", line: 12 },
  });
  assert.deepEqual(readScriptPlace("/script", "line=-1"), {
    dialog: null,
    shown: null,
    subject: "",
    line: null,
  });
});

Deno.test("script place: a dialog about a path says nothing of what is shown beneath", () => {
  assert.deepEqual(readScriptPlace("/script/renameModal", "path=a"), {
    ...{ dialog: "rename", shown: null, subject: "a", line: null },
  });
  assert.equal(readScriptPlace("/script/renameModal", "").dialog, null);
  assert.equal(readScriptPlace("/script/setting", "path=a").shown, "a");
  assert.equal(readScriptPlace("/script", "path=a&bin=1").dialog, "bin");
});

Deno.test("script place: going to another file or dialog is no way out, going to run it is", () => {
  assert.ok(isScriptsPage("/base/script?path=a", "/base"));
  assert.ok(isScriptsPage("/script/renameModal?path=a", ""));
  assert.ok(!isScriptsPage("/script/editModal?path=a", ""));
  assert.ok(!isScriptsPage("/crontab", ""));
});
