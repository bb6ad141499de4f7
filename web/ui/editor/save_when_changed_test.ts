import assert from "node:assert/strict";
import { saveWhenChanged } from "./save_when_changed.ts";

/** Simulates a text being typed and a disk that accepts it on request. */
function open() {
  const results: ((accepted: boolean) => void)[] = [];
  const file = { text: "", disk: "", saves: 0 };
  const save = saveWhenChanged(() => ({
    isChanged: () => file.text !== file.disk,
    async save() {
      const { text } = file;
      file.saves++;
      const isAccepted = await new Promise<boolean>((resolve) => results.push(resolve));
      if (isAccepted) file.disk = text;
      return isAccepted;
    },
  }));
  return { file, save, respond: (accepted: boolean) => results.shift()?.(accepted) };
}

Deno.test("save when changed: does not save an unchanged text", async () => {
  const { file, save } = open();
  await save();
  assert.equal(file.saves, 0);
});

Deno.test("save when changed: a call during a save also saves what was typed meanwhile", async () => {
  const { file, save, respond } = open();
  file.text = "one";
  const saved = save();
  file.text = "one two";
  await save();
  respond(true);
  while (file.saves < 2) await Promise.resolve();
  respond(true);
  await saved;
  assert.deepEqual(file, { text: "one two", disk: "one two", saves: 2 });
});

Deno.test("save when changed: two calls for the same text save once", async () => {
  const { file, save, respond } = open();
  file.text = "one";
  const saved = save();
  await save();
  respond(true);
  await saved;
  assert.equal(file.saves, 1);
});

Deno.test("save when changed: a rejected save is retried only by another call", async () => {
  const { file, save, respond } = open();
  file.text = "one";
  const rejected = save();
  await save();
  respond(false);
  await rejected;
  assert.equal(file.saves, 1);
  const saved = save();
  respond(true);
  await saved;
  assert.equal(file.disk, "one");
});
