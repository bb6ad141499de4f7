import assert from "node:assert/strict";
import { stop } from "esbuild";
import { compileFile } from "../build/scripts.ts";
import { newMessages } from "./create_messages.ts";
import type { MessageKey } from "./messages.ts";

Deno.test("messages: what the build has parsed reads as what was written", async () => {
  const texts = {
    plain: "No value",
    names: "Run {name} on {node}: {name}",
    number: "{count} runs",
    plural: "{count, plural, one {# run} other {# runs}} of {name}",
  };
  const compiled = await compileFile(`export const some = ${JSON.stringify(texts)};`);
  await stop(); // its child process would keep the program alive
  const { some } = await import(`data:text/javascript,${encodeURIComponent(compiled)}`);
  const values = { name: "backup {x}", node: "", count: 1_234 };
  const [parsed, written] = [some, texts].map((texts) => newMessages("en", { texts: { some: texts } }));
  const read = (name: string) => {
    const key = `some.${name}` as MessageKey;
    const text = parsed!.t(key, values);
    assert.equal(text, written!.t(key, values), name);
    return text;
  };
  assert.deepEqual(Object.keys(texts).map(read), [
    "No value",
    "Run backup {x} on : backup {x}",
    "1234 runs",
    "1,234 runs of backup {x}",
  ]);
  assert.throws(() => parsed!.t("some.names" as MessageKey, { name: "backup" }), /node/);
});
