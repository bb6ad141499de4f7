import assert from "node:assert/strict";
import { ReplaceError, replaceProcess } from "./replace_process.ts";
import { temporaryFolder } from "../../../tests/support/temporary_folder.ts";

const module = new URL("./replace_process.ts", import.meta.url).href;

Deno.test("replace process: restarts the program under the same PID with its arguments", async () => {
  const program = `
    const { commandLineOfPanel, replaceProcess } = await import(${JSON.stringify(module)});
    console.log(Deno.pid, Deno.args.length, Deno.args[0]);
    if (Deno.args.length === 1) replaceProcess([...await commandLineOfPanel(), "again"]);
  `;
  await using folder = await temporaryFolder();
  await Deno.writeTextFile(`${folder.path}/program.ts`, program);
  const { code, stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-config", `${folder.path}/program.ts`, "名 with space"],
    stderr: "inherit",
  }).output();
  const [first = "", second = ""] = new TextDecoder().decode(stdout).trim().split("\n");
  assert.equal(code, 0);
  assert.match(first, /^\d+ 1 名 with space$/);
  assert.equal(second, first.replace(" 1 ", " 2 "));
});

Deno.test("replace process: fails for a missing program, and this process continues", () => {
  assert.throws(() => replaceProcess(["/nowhere/program"]), ReplaceError);
});
