import assert from "node:assert/strict";
import { lightFlags } from "../platform/light_flags.ts";
import { formatUnit } from "./service_unit.ts";

Deno.test("service unit: starts the panel with the options that it is shipped with", () => {
  const unit = formatUnit({ dataDir: "/srv/panel", account: "sundial", environmentFile: "/etc/sundial.env" });
  const start = unit.split("\n").find((line) => line.startsWith("ExecStart=")) ?? "";
  const words = start.split(" ");
  for (const flag of lightFlags) assert.ok(words.includes(flag), start);
  assert.ok(words.indexOf(lightFlags[0]!) < words.findIndex((word) => word.endsWith("main.ts")));
  assert.equal(words.at(-1), "serve");
});
