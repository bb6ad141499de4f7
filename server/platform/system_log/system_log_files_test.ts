import assert from "node:assert/strict";
import { join } from "node:path";
import { TestClock } from "../../../tests/support/test_clock.ts";
import type { LogEntry, LogLevel } from "../logger.ts";
import { scanSystemLog, type SystemLogOrder } from "./scan_system_log.ts";
import { SystemLogFiles, type SystemLogOptions } from "./system_log_files.ts";
import { temporaryFolder } from "../../../tests/support/temporary_folder.ts";

const DAY_MS = 86_400_000;

interface Scene {
  clock: TestClock;
  files: SystemLogFiles;
  folder: string;
  format(message: string, level?: LogLevel, fields?: Record<string, unknown>): void;
  names(): string[];
  scan(order?: Partial<SystemLogOrder>): { messages: string[]; total: number; complete: boolean };
}

async function withLog(
  options: Partial<SystemLogOptions>,
  action: (scene: Scene) => Promise<void>,
): Promise<void> {
  await using root = await temporaryFolder();
  const folder = join(root.path, "log");
  const clock = new TestClock();
  const files = new SystemLogFiles({ clock, ...options });
  try {
    await action({
      clock,
      files,
      folder,
      format: (message, level = "info", fields = {}) =>
        files.add({ time: new Date(clock.now()).toISOString(), level, message, fields }),
      names: () => [...Deno.readDirSync(folder)].map(({ name }) => name).sort(),
      scan: (order = {}) => {
        const all = {
          from: null,
          to: null,
          levels: null,
          q: "",
          sentences: [],
          page: 1,
          pageSize: 100,
          timeLimitMs: 1_000,
        };
        const { items, ...rest } = scanSystemLog({ folder, ...all, ...order }, () => 0);
        return { messages: items.map(({ message }) => message), ...rest };
      },
    });
  } finally {
    await files.close();
    assert.equal(clock.timers, 0);
  }
}

Deno.test("system log: messages logged before there is a folder are written later, readable by the owner only", () =>
  withLog({}, async ({ files, folder, format, scan, names }) => {
    format("first");
    await files.open(folder);
    format("second", "error");
    await files.flush();
    assert.deepEqual(scan().messages, ["second", "first"]);
    const [name] = names();
    assert.equal(Deno.statSync(folder).mode! & 0o777, 0o700);
    assert.equal(Deno.statSync(join(folder, name!)).mode! & 0o777, 0o600);
  }));

Deno.test("system log: any message stays on one line and can be found", () =>
  withLog({}, async ({ files, folder, format, scan, names }) => {
    await files.open(folder);
    const evil = 'a\r\nb \u001b[31m \u009b2J \u2028 \u202e {"time":"';
    format("odd", "warn", { text: evil });
    await files.flush();
    const text = Deno.readTextFileSync(join(folder, names()[0]!));
    assert.equal(text.split("\n").length, 2);
    // deno-lint-ignore no-control-regex -- characters that must not appear
    assert.ok(!/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028-\u202e]/.test(text));
    const { items } = scanSystemLog(
      {
        folder,
        from: null,
        to: null,
        levels: null,
        q: "[31m",
        sentences: [],
        page: 1,
        pageSize: 9,
        timeLimitMs: 9,
      },
      () => 0,
    );
    assert.deepEqual(items.map(({ fields }) => fields["text"]), [evil]);
    assert.deepEqual(scan({ q: "level" }).total, 0);
  }));

Deno.test("system log: filters lines by level, text, time range and page, newest first", () =>
  withLog({}, async ({ clock, files, folder, format, scan }) => {
    await files.open(folder);
    const start = clock.now();
    for (const level of ["debug", "info", "warn", "error"] as const) {
      format(`${level} of the disk`, level);
      clock.advance(1_000);
    }
    await files.flush();
    assert.deepEqual(scan({ levels: ["warn", "error"] }).messages, ["error of the disk", "warn of the disk"]);
    assert.deepEqual(scan({ q: "WARN of" }).messages, ["warn of the disk"]);
    assert.deepEqual(scan({ from: start + 1_000, to: start + 2_000 }).messages, [
      "warn of the disk",
      "info of the disk",
    ]);
    assert.deepEqual(scan({ page: 2, pageSize: 3 }), {
      messages: ["debug of the disk"],
      total: 4,
      complete: true,
    });
  }));

Deno.test("system log: a full file is followed by another, and old ones are removed", () =>
  withLog({ fileBytes: 1_000, allBytes: 4_000, keepDays: 3 }, async (scene) => {
    const { clock, files, folder, format, scan, names } = scene;
    await files.open(folder);
    for (let at = 0; at < 100; at++) {
      format(`line ${at} ${"x".repeat(40)}`);
      await files.flush();
    }
    const bytes = names().reduce((sum, name) => sum + Deno.statSync(join(folder, name)).size, 0);
    assert.ok(bytes <= 4_000, `${bytes} bytes are stored`);
    assert.ok(names().length >= 3);
    assert.match(scan().messages[0]!, /^line 99/);
    clock.advance(4 * DAY_MS);
    format("days later");
    await files.flush();
    assert.deepEqual(scan().messages, ["days later"]);
  }));

Deno.test("system log: with an unwritable folder, lines are written later, and dropped ones are counted", () =>
  withLog({}, async ({ clock, files, folder, format, scan }) => {
    Deno.writeTextFileSync(folder, "in the way");
    await files.open(folder);
    format("early");
    for (let at = 0; at < 30_000; at++) format("x".repeat(200));
    await files.flush();
    assert.ok(files.lost > 0);
    Deno.removeSync(folder);
    clock.advance(5_000);
    await files.flush();
    format("late");
    await files.flush();
    const { messages } = scan({ pageSize: 500_000 });
    assert.equal(messages.at(-1), "early");
    assert.ok(messages.includes("lines of this log were lost"));
    assert.equal(messages[0], "late");
    assert.equal(new Set(messages).size, 4, "a line was split");
  }));

Deno.test("system log: clearing removes every file, and later messages are stored", () =>
  withLog({}, async ({ files, folder, format, scan, names }) => {
    await files.open(folder);
    format("before");
    await files.flush();
    await files.clear();
    assert.deepEqual(names(), []);
    format("after");
    await files.flush();
    assert.deepEqual(scan().messages, ["after"]);
  }));

Deno.test("system log: a search that runs out of time reports that there is more", () =>
  withLog({}, async ({ files, folder, format }) => {
    await files.open(folder);
    for (let at = 0; at < 5_000; at++) format("line");
    await files.flush();
    let now = 0;
    const order = {
      folder,
      from: null,
      to: null,
      levels: null,
      q: "",
      sentences: [],
      page: 1,
      pageSize: 10,
      timeLimitMs: 15,
    };
    const { complete, total } = scanSystemLog(order, () => now += 10);
    assert.ok(!complete && total > 0 && total < 5_000);
  }));

Deno.test("system log: what is flushed synchronously is on disk when the call returns", () =>
  withLog({}, async ({ files, folder, format, scan }) => {
    await files.open(folder);
    format("the last word");
    files.flushNow();
    assert.deepEqual(scan().messages, ["the last word"]);
  }));

Deno.test("system log: listeners receive each written entry once", () =>
  withLog({}, async ({ files, folder, format }) => {
    await files.open(folder);
    const heard: LogEntry[] = [];
    files.onWritten((entries) => heard.push(...entries));
    format("one");
    format("two");
    await files.flush();
    assert.deepEqual(heard.map(({ message }) => message), ["one", "two"]);
  }));
