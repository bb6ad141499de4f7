// Kills the panel during saves: the file on disk is the old or the new one, complete, and acknowledged saves
// stay.
import assert from "node:assert/strict";
import { join } from "node:path";
import type { PanelProcess } from "../support/panel_process.ts";
import { PanelScene } from "../support/panel_scene.ts";
import { seededRandom } from "../support/seeded_random.ts";
import { until } from "../support/until.ts";
import { byLength } from "../support/suite_length.ts";

const KILLS = byLength(4, 8);
const SIZE = 2_000_000;
const UNFINISHED = ".sundial-";

/** Returns a text that contains its number and ends with a marker, so that truncation is detected. */
function textOf(number: number): string {
  return `${number}:${String(number % 10).repeat(SIZE)}:${number}\n`;
}

function numberOf(text: string): number {
  const number = Number(/^(\d+):/.exec(text)?.[1]);
  assert.ok(
    text === textOf(number),
    `half a file: ${text.length} characters, ${text.slice(0, 20)}…${text.slice(-20)}`,
  );
  return number;
}

function isUnfinished(folder: string): boolean {
  return [...Deno.readDirSync(folder)].some(({ name }) => name.startsWith(UNFINISHED));
}

async function save(panel: PanelProcess, path: string, number: number): Promise<void> {
  const headers = { cookie: panel.cookie, "content-type": "application/json", "if-match": "*" };
  const body = JSON.stringify({ content: textOf(number) });
  const address = `${panel.address}/api/files/scripts/content?path=${path}`;
  const response = await fetch(address, { method: "PUT", headers, body });
  await response.body?.cancel();
  if (response.status !== 200) throw new Error(`${response.status}`);
}

Deno.test("save crash: kill -9 during saves leaves the complete old or new file and no leftovers", async () => {
  await using scene = await PanelScene.open();
  const random = seededRandom(20260304);
  const folder = scene.path("scripts");
  let number = 1;
  const files = ["a.js", "b.js"];
  const acknowledged: Record<string, number> = {};
  for (const file of files) {
    await scene.panel.request("PUT", `/files/scripts/content?path=${file}`, { content: textOf(number) });
    acknowledged[file] = number;
  }
  for (let kill = 0; kill < KILLS; kill++) {
    const { panel } = scene;
    const saving = files.map(async (file) => {
      for (;;) {
        const mine = ++number;
        await save(panel, file, mine);
        acknowledged[file] = mine;
      }
    });
    const ended = Promise.allSettled(saving);
    const target = number + 2 + Math.floor(random() * 6);
    await until("some saves", () => number >= target);
    // Alternately when a file is partly written, and at any moment.
    if (kill % 2 === 0) await until("a file half written", () => isUnfinished(folder), 0);
    await scene.restart("SIGKILL", async () => {
      await ended;
      for (const file of files) {
        const found = numberOf(await Deno.readTextFile(join(folder, file)));
        assert.ok(
          found >= acknowledged[file]!,
          `${file}: ${acknowledged[file]} was acknowledged, found ${found}`,
        );
        acknowledged[file] = found;
      }
    });
    await until(
      "the sweep",
      () => [...Deno.readDirSync(folder)].every(({ name }) => !name.startsWith(UNFINISHED)),
    );
    for (const file of files) {
      const read = (path: string) => scene.panel.request("GET", `/files/scripts/${path}`);
      const { content } = await read(`content?path=${file}`);
      assert.equal(numberOf(content), acknowledged[file]);
      const { items } = await read(`versions?path=${file}`);
      const { content: stored } = await read(`versions/${items[0].id}`);
      numberOf(stored);
    }
  }
  // The panel's own files are there from its first start.
  const provided = ["deps", "notify.py", "sendNotify.js"];
  assert.deepEqual([...Deno.readDirSync(folder)].map(({ name }) => name).sort(), [...files, ...provided]);
});
