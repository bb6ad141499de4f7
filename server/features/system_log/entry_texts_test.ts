import assert from "node:assert/strict";
import { extname, join } from "node:path";
import { systemLogZh } from "../../contract/messages/system_log_zh.ts";
import { entryTexts } from "./entry_texts.ts";

const server = join(import.meta.dirname!, "../..");

/** A call with a level of the log, or one of the functions that log a sentence that they are given. */
const call =
  /(?:\blogger\??\.(?:debug|info|warn|error)|#logOnce|warnOnce)\(\s*(?:logger,\s*)?("(?:[^"\\]|\\.)*"|message\b|\w)/g;

/** Returns the sentences that the server logs, and the calls whose sentence stands elsewhere. */
async function readSources(folder = server): Promise<{ sentences: Set<string>; others: string[] }> {
  const sentences = new Set<string>();
  const others: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const path = join(folder, name);
    if (isDirectory) {
      const inner = await readSources(path);
      for (const one of inner.sentences) sentences.add(one);
      others.push(...inner.others);
    } else if (extname(name) === ".ts" && !name.endsWith("_test.ts")) {
      for (const [, argument = ""] of (await Deno.readTextFile(path)).matchAll(call)) {
        if (argument.startsWith('"')) sentences.add(JSON.parse(argument));
        else others.push(path.slice(server.length + 1));
      }
    }
  }
  return { sentences, others: others.sort() };
}

Deno.test("system log: each sentence has a Chinese text, and each text a sentence", async () => {
  const { sentences, others } = await readSources();
  assert.ok(sentences.size > 100);
  assert.deepEqual([...sentences].filter((one) => !(one in systemLogZh)), []);
  assert.deepEqual(Object.keys(systemLogZh).filter((one) => !sentences.has(one)), []);
  // Functions that log the sentence that they are given; their callers are found above.
  assert.deepEqual([...new Set(others)], [
    "app.ts",
    "cluster/files/area_sync.ts",
    "platform/clients/locations.ts",
  ]);
});

Deno.test("system log: a sentence is found by what is displayed; one of an older version is displayed as it is", async () => {
  const [en, zh] = [await entryTexts("en"), await entryTexts("zh")];
  assert.equal(en.textOf("the update failed"), "The update failed");
  assert.equal(zh.textOf("the update failed"), "更新失败");
  assert.equal(zh.textOf("something else"), "Something else");
  assert.equal(zh.textOf("X-1 is not known"), "X-1 is not known");
  assert.deepEqual(zh.sentencesWith("系统时钟被更改"), ["the system clock was changed"]);
  assert.ok(zh.sentencesWith("promise").includes("unhandled promise rejection"));
  assert.deepEqual(en.sentencesWith("update"), []);
});
