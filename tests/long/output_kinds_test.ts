// Tasks that print everything a task can print: exit codes are right, logs stay within their limit, and the panel
// needs little memory for it.
import assert from "node:assert/strict";
import { percentile } from "../bench/statistics.ts";
import { PanelScene } from "../support/panel_scene.ts";
import { byLength, reportFigure } from "../support/suite_length.ts";

const LIMIT = 1_000_000;
const MEGABYTES = byLength(64, 10_000);
/** Without a line end, and to compare with a plain file. */
const FEWER_MEGABYTES = byLength(64, 1_000);

const outputs: [what: string, command: string][] = [
  ["lines without end", `yes "a line of text" | head -c ${MEGABYTES}M`],
  ["no line end", `head -c ${FEWER_MEGABYTES}M /dev/zero | tr '\\0' x`],
  ["arbitrary bytes", `head -c ${byLength(16, 200)}M /dev/urandom`],
  ["NUL bytes", `head -c ${byLength(16, 200)}M /dev/zero`],
  ["invalid UTF-8", `yes "$(printf '\\377\\376\\300\\257')" | head -c ${byLength(4, 100)}M`],
  [
    "cursor movements",
    `yes "$(printf '\\033[1A\\033[2K\\033[999C\\033[31m')" | head -c ${byLength(4, 100)}M`,
  ],
  [
    "an escape sequence without end",
    `printf '\\033]8;;'; head -c ${byLength(4, 10)}M /dev/zero | tr '\\0' a`,
  ],
  [
    "titles and clipboard",
    `yes "$(printf '\\033]0;title\\007\\033]52;c;aGk=\\007')" | head -c ${byLength(4, 100)}M`,
  ],
  ["many short lines", `yes "" | head -n ${byLength(1_000_000, 20_000_000)}`],
  [
    "line ends of all kinds",
    `yes "$(printf 'a\\rb\\r\\n\\302\\205\\342\\200\\250')" | head -c ${byLength(4, 100)}M`,
  ],
];

Deno.test("output: every kind is survived, within the limit of a log and with little memory", async () => {
  await using scene = await PanelScene.open({ settings: { logMaxBytes: LIMIT, concurrency: 4 } });
  // The check of a password takes more memory for a moment than all that follows.
  await scene.restart();
  await scene.panel.request("GET", "/tasks");
  const before = scene.residentBytes;
  const runs: [string, number, number][] = [];
  for (const [index, [what, command]] of outputs.entries()) {
    const id = await scene.run(await scene.task(`${command}; exit ${index}`, { name: what }));
    runs.push([what, id, index]);
  }
  let largest = 0;
  for (const [what, id, index] of runs) {
    const run = await scene.reaches(id, "succeeded", "failed");
    assert.equal(run.exitCode, index, what);
    const { size } = await Deno.stat(scene.path(`logs/${run.logPath}`));
    largest = Math.max(largest, size);
    assert.ok(size < LIMIT + 200_000, `${what}: the log has ${size} bytes`);
    const response = await scene.panel.send("GET", `/runs/${id}/log`);
    assert.equal(response.status, 200, what);
    assert.match(response.headers.get("content-type") ?? "", /^text\/plain/);
    assert.equal(response.headers.get("x-content-type-options"), "nosniff");
    const log = await response.text();
    assert.match(log, /^## Starting/, what);
    assert.match(log.slice(-300), /## /, `${what}: the last line is missing`);
  }
  const grown = (scene.peakBytes - before) / 1e6;
  assert.ok(grown < 50, `memory grew by ${grown} MB`);
  const text = `${outputs.length} kinds, ${MEGABYTES} MB of lines, largest log ${largest} bytes of ${LIMIT}`;
  reportFigure("output", `${text}, peak memory +${grown.toFixed(0)} MB`);
});

Deno.test("output: a task that prints without a pause takes about as long as one that writes a file", async () => {
  await using scene = await PanelScene.open({ settings: { logMaxBytes: LIMIT } });
  const command = `yes "a line of text" | head -c ${FEWER_MEGABYTES}M`;
  const task = await scene.task(command);
  const file = scene.path("plain");
  const [plain, printed]: number[][] = [[], []];
  // Alternated, so that other load affects both.
  for (let n = 0; n < byLength(1, 5); n++) {
    const from = performance.now();
    await new Deno.Command("bash", { args: ["-c", `${command} > ${file}`] }).output();
    plain!.push(performance.now() - from);
    await Deno.remove(file);
    const run = await scene.reaches(await scene.run(task), "succeeded");
    printed!.push(run.durationMs);
  }
  const [before, after] = [percentile(plain!, 0.5), percentile(printed!, 0.5)];
  reportFigure(
    "output without a pause",
    `${FEWER_MEGABYTES} MB in ${after.toFixed(0)} ms, a plain file ${before.toFixed(0)} ms (medians)`,
  );
});
