import assert from "node:assert/strict";
import { compileArguments, explainMissingBase, readOptions } from "./compile.ts";

Deno.test("compile: passes target and output through and puts the target in the default name", () => {
  assert.equal(readOptions(["--output", "/tmp/panel"]).output, "/tmp/panel");
  const options = readOptions(["--target", "aarch64-unknown-linux-gnu"]);
  assert.match(options.output, /dist\/sundial-aarch64-unknown-linux-gnu$/);
  const args = compileArguments({ folder: "/stage", entry: "main.js" }, options).join(" ");
  assert.match(args, /--target aarch64-unknown-linux-gnu .*--output \S+ main\.js$/);
  assert.throws(() => readOptions(["--nothing"]));
});

Deno.test("compile: explains a base that cannot be downloaded, and no other failure", () => {
  const advice = explainMissingBase(
    "error: error sending request: dns error",
    "x86_64-unknown-linux-gnu",
    "/cache",
  );
  assert.match(
    advice!,
    /DENORT_BIN[\s\S]*denort-x86_64-unknown-linux-gnu\.zip into \/cache\/dl\/release\/v\d/,
  );
  assert.equal(explainMissingBase("error: Module not found", "x86_64-unknown-linux-gnu", "/cache"), null);
});
