import assert from "node:assert/strict";
import { attachment, downloadName } from "./log_download.ts";

const names: [string, string, string][] = [
  ["Backup", "Backup_2026-01-02.log", "a plain name"],
  ["../../etc/passwd", "_.._etc_passwd_2026-01-02.log", "a path"],
  ["a\r\nSet-Cookie: x\u202egol.exe", "a_Set-Cookie_ x_gol.exe_2026-01-02.log", "what is not seen"],
  ["  ...", "log_2026-01-02.log", "nothing that is left"],
  ["很".repeat(200), `${"很".repeat(80)}_2026-01-02.log`, "a long one"],
];
for (const [taskName, expected, what] of names) {
  Deno.test(`download name: ${what}`, () => {
    assert.equal(downloadName({ taskName, logPath: "folder/2026-01-02.log", id: 1 }), expected);
  });
}

Deno.test("download name: a run without a log is named by its id", () => {
  assert.equal(downloadName({ taskName: "t", logPath: null, id: 7 }), "t_7.log");
});

Deno.test("attachment: the header is ASCII for every name, even with half a character", () => {
  for (const name of ["a.log", `"x" \\ 100%'(1)*.log`, "很.log", "\ud83d.log"]) {
    const header = attachment(name);
    assert.match(header, /^attachment; filename="[ !#-$&-\[\]-~]*"; filename\*=UTF-8''[\w.!~%-]+$/);
    new Headers({ "content-disposition": header });
  }
  assert.match(attachment("很'.log"), /filename="_'\.log"; filename\*=UTF-8''%E5%BE%88%27\.log$/);
});
