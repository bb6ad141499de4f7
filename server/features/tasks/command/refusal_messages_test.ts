import assert from "node:assert/strict";
import { commandError, type CommandRefusal, nameInRefusal } from "./refusal_messages.ts";

Deno.test("refusal messages: the name of what is missing is read back from a line in either language", () => {
  const directories = ["/data/scripts", "/data/scripts/sub"];
  const refusals: [CommandRefusal, string | null][] = [
    [{ code: "script_missing", script: "sub/报表 1.sh", directories }, "sub/报表 1.sh"],
    [{ code: "script_missing", script: " was not found", directories }, " was not found"],
    [{ code: "interpreter_missing", program: "ruby" }, "ruby"],
    [{ code: "folder_missing", folder: "/srv/gone" }, "/srv/gone"],
    [{ code: "parameter_missing", parameter: "TARGET" }, "TARGET"],
    [{ code: "parameter_file_missing", file: "lists/名单 1.txt" }, "lists/名单 1.txt"],
    [{ code: "nothing" }, null],
  ];
  for (const [refusal, name] of refusals) {
    const { code, line } = commandError(refusal).refusal;
    assert.deepEqual([nameInRefusal(code, line.en), nameInRefusal(code, line.zh)], [name, name]);
  }
});

Deno.test("refusal messages: other lines name nothing", () => {
  for (const line of ["", "The script ", "…/scripts, /data/scripts", "Exit code 127"]) {
    assert.equal(nameInRefusal("script_missing", line), null, line);
  }
});
