import assert from "node:assert/strict";
import { saveWhenChanged } from "./save_when_changed.ts";

/** A text that is typed, and a disk that takes it when it is told to. */
function open() {
  const results: ((taken: boolean) => void)[] = [];
  const file = { text: "", disk: "", saves: 0 };
  const save = saveWhenChanged(() => ({
    isChanged: () => file.text !== file.disk,
    async save() {
      const { text } = file;
      file.saves++;
      const isTaken = await new Promise<boolean>((resolve) => results.push(resolve));
      if (isTaken) file.disk = text;
      return isTaken;
    },
  }));
  return { file, save, answer: (taken: boolean) => results.shift()?.(taken) };
}

Deno.test("save when changed: what is as it is on disk is not saved", async () => {
  const { file, save } = open();
  await save();
  assert.equal(file.saves, 0);
});

Deno.test("save when changed: what was typed while it saved is saved when it is called meanwhile", async () => {
  const { file, save, answer: respond } = open();
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

Deno.test("save when changed: called twice for the same text, it saves once", async () => {
  const { file, save, answer: respond } = open();
  file.text = "one";
  const saved = save();
  await save();
  respond(true);
  await saved;
  assert.equal(file.saves, 1);
});

Deno.test("save when changed: what is refused is not tried again by itself, but when it is called again", async () => {
  const { file, save, answer: respond } = open();
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
