// What every log sink promises to the engine, and its readers to the panel, on any database.
import assert from "node:assert/strict";
import { closeSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { LogMirror } from "../../server/cluster/logs/log_mirror.ts";
import { LogShipper } from "../../server/cluster/logs/log_shipper.ts";
import {
  localLogSink,
  type LogSink,
  noRemoteLogs,
  type RemoteLogs,
} from "../../server/engine/logs/log_sink.ts";
import { OpenLog } from "../../server/engine/logs/open_log.ts";
import type { Database, RunRow } from "../../server/engine/store.ts";
import { LogFile } from "../../server/features/runs/log_file.ts";
import { removeOldRuns } from "../../server/features/runs/retention.ts";
import { insertQueued } from "../../server/engine/ledger.ts";
import { taskSource } from "../../server/features/tasks/task_source.ts";
import { systemClock } from "../../server/platform/clock.ts";
import { until } from "./until.ts";
import { temporaryFolder } from "./temporary_folder.ts";

const NODE = 1;
const PANEL = 2;
const logger = { debug() {}, info() {}, warn() {}, error() {} };
const source = taskSource({
  ...{ id: 1, name: "t", serial_group: null, overlap_json: "{}" },
  ...{ placement_pool: "default", placement_mode: "any" },
  ...{ requires_approval: 0 as const, approval_lapse_ms: 0 },
  ...{
    parameters_json: "[]",
    rule_values_json: "{}",
    schedules_json: "[]",
    upstream_json: null,
    for_each_json: null,
  },
});

/** A kind of installation: one machine, or several that share a database. */
export interface LogSinkKind {
  name: string;
  open(): Promise<Database>;
  /** Whether the panel is another machine than the one that runs. */
  shared: boolean;
}

interface Opened {
  db: Database;
  sink: LogSink;
  remote: RemoteLogs;
  /** Directory of the logs of the machine that runs. */
  written: string;
  /** Directory of the logs of the machine that reads. */
  read: string;
}

async function withSink(
  { open, shared }: LogSinkKind,
  action: (opened: Opened) => Promise<void>,
): Promise<void> {
  await using root = await temporaryFolder();
  const written = join(root.path, "written");
  const read = shared ? join(root.path, "read") : written;
  for (const folder of new Set([written, read])) mkdirSync(folder);
  const db = await open();
  const base = { db, clock: systemClock, logger, maxBytes: () => 64 * 1024 };
  const mirror = new LogMirror({ ...base, logs: read, nodeId: PANEL });
  const shipper = new LogShipper({
    ...base,
    logs: written,
    nodeId: NODE,
    language: () => "en",
    notify: (id) => mirror.notify(id),
  });
  try {
    const [sink, remote] = shared ? [shipper, mirror] : [localLogSink, noRemoteLogs];
    await action({ db, sink, remote, written, read });
  } finally {
    await shipper.close();
    await mirror.close();
    await db.destroy();
  }
}

async function begin({ db, sink, written }: Opened): Promise<{ run: RunRow; log: OpenLog }> {
  const id = await db.transaction().execute((tx) => insertQueued(tx, { source, cause: "person", now: 0 }));
  const planned = { id: id!, log_path: "t/2026-03-04-05-06-07-000.log" };
  const { log, output } = OpenLog.create(written, sink.pathFor(planned));
  closeSync(output);
  const columns = { state: "running", started_at: 1, log_path: log.path, node_id: NODE } as const;
  const run = await db.updateTable("run").set(columns).where("id", "=", planned.id).returningAll()
    .executeTakeFirstOrThrow();
  sink.started(run, log, { resumed: false });
  return { run, log };
}

async function end({ db, sink }: Opened, run: RunRow, log: OpenLog): Promise<void> {
  log.close();
  await sink.ended(run);
  await db.updateTable("run").set({ state: "succeeded", finished_at: 2 }).where("id", "=", run.id).execute();
}

function fileOf({ read }: Opened, run: RunRow, complete: boolean): LogFile {
  return new LogFile({ root: read, logPath: run.log_path, wasWritten: true, complete, language: "en" });
}

async function textOf(opened: Opened, run: RunRow, complete = true): Promise<string> {
  const file = fileOf(opened, run, complete);
  return await new Response(file.whole(await file.shape()).body).text();
}

export function testLogSink(kind: LogSinkKind): void {
  const { name } = kind;

  Deno.test(`log sink of ${name}: a live log can be read while it grows`, async () => {
    await withSink(kind, async (opened) => {
      const { run, log } = await begin(opened);
      for (const text of ["one\n", "one\ntwo\n", "one\ntwo\nthree\n"]) {
        log.append(text.split("\n").at(-2) + "\n");
        await until(`the log to be ${text}`, async () => await textOf(opened, run, false) === text, 20);
      }
      await end(opened, run, log);
    });
  });

  Deno.test(`log sink of ${name}: once a run has ended, its whole log can be read`, async () => {
    await withSink(kind, async (opened) => {
      for (const lines of [0, 1, 2_000]) {
        const { run, log } = await begin(opened);
        const text = "a line\n".repeat(lines);
        log.append(text);
        await end(opened, run, log);
        await opened.remote.fetch(run.id);
        assert.equal(await textOf(opened, run), text);
      }
    });
  });

  Deno.test(`log sink of ${name}: two runs of a task that start at once have a log each`, async () => {
    await withSink(kind, async (opened) => {
      const both = [await begin(opened), await begin(opened)];
      for (const { run, log } of both) log.append(`output of ${run.id}\n`);
      for (const { run, log } of both) await end(opened, run, log);
      for (const { run } of both) {
        await opened.remote.fetch(run.id);
        assert.equal(await textOf(opened, run), `output of ${run.id}\n`);
      }
    });
  });

  Deno.test(`log sink of ${name}: a log that is opened again continues`, async () => {
    await withSink(kind, async (opened) => {
      const { run, log } = await begin(opened);
      log.append("before\n");
      log.close();
      const again = OpenLog.open(opened.written, log.path);
      opened.sink.started(run, again, { resumed: true });
      again.append("after\n");
      await end(opened, run, again);
      await opened.remote.fetch(run.id);
      assert.equal(await textOf(opened, run), "before\nafter\n");
    });
  });

  Deno.test(`log sink of ${name}: a log that is gone delays nothing`, async () => {
    await withSink(kind, async (opened) => {
      const { run, log } = await begin(opened);
      await Deno.remove(join(opened.written, log.path));
      await end(opened, run, log);
      await opened.remote.fetch(run.id);
      assert.equal(await textOf(opened, run), "");
    });
  });

  Deno.test(`log sink of ${name}: retention removes all of the log`, async () => {
    await withSink(kind, async (opened) => {
      const { db, read } = opened;
      const { run, log } = await begin(opened);
      log.append("output\n");
      await end(opened, run, log);
      await opened.remote.fetch(run.id);
      assert.equal(await removeOldRuns({ db, logger, logs: read, before: 1_000 }), 1);
      await opened.remote.fetch(run.id);
      assert.equal(await textOf(opened, run), "");
      for (const table of ["run_log", "run_log_chunk"] as const) {
        assert.deepEqual(await db.selectFrom(table).select("run_id").execute(), []);
      }
    });
  });
}
