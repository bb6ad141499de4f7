import { statSync } from "node:fs";
import process from "node:process";
import type { Engine } from "../engine/engine.ts";
import type { LiveStreams } from "../features/events/live_streams.ts";
import type { Metric } from "../features/system/metrics.ts";
import { commit, version } from "../platform/build_info.ts";
import type { Foundation } from "./foundation_shape.ts";

const counted = { "run:started": "started", "run:finished": "finished", "run:skipped": "skipped" } as const;

/** Counts events, and collects metrics when Prometheus queries them. */
export class PanelMetrics {
  readonly #foundation: Foundation;
  readonly #parts: { engine: Engine; streams: LiveStreams };
  readonly #startedAt: number;
  readonly #runs = { started: 0, finished: 0, skipped: 0 };

  constructor(foundation: Foundation, parts: { engine: Engine; streams: LiveStreams }) {
    this.#foundation = foundation;
    this.#parts = parts;
    this.#startedAt = foundation.clock.now();
    foundation.bus.listen(({ type }) => {
      if (type in counted) this.#runs[counted[type as keyof typeof counted]]++; // as: checked to be a key
    });
  }

  async list(): Promise<Metric[]> {
    const { clock, systemLog, folder, writes, disk } = this.#foundation;
    const { engine, streams } = this.#parts;
    const tasks = await this.#tasks();
    return [
      labelled("build_info", "What this panel is", { version, commit: commit ?? "" }),
      gauge("start_time_seconds", "When the panel started, seconds since 1970", this.#startedAt / 1000),
      gauge("up_seconds", "How long the panel has been up", (clock.now() - this.#startedAt) / 1000),
      gauge("resident_bytes", "Memory of the panel", process.memoryUsage.rss()),
      gauge(
        "database_bytes",
        "Size of the database",
        sizeOf(folder.database) + sizeOf(`${folder.database}-wal`),
      ),
      {
        name: "sundial_tasks",
        help: "Tasks there are",
        type: "gauge",
        values: tasks.map(({ enabled, count }) => ({
          labels: { enabled: String(enabled === 1) },
          value: count,
        })),
      },
      gauge("planned_tasks", "Tasks that are due some time", engine.counts.planned),
      gauge("read_only", "1 while the panel refuses changes", writes.problem === null ? 0 : 1),
      ...disk.room ? [gauge("disk_free_bytes", "Free on the disk of the data", disk.room.freeBytes)] : [],
      gauge("live_runs", "Runs that are going on or wait", engine.counts.live),
      counter("runs_started_total", "Runs started since the panel started", this.#runs.started),
      counter("runs_finished_total", "Runs ended since the panel started", this.#runs.finished),
      counter("runs_skipped_total", "Runs skipped since the panel started", this.#runs.skipped),
      gauge("event_streams", "Live streams that are open", streams.size),
      counter("log_lines_lost_total", "Lines of the panel's own log that were dropped", systemLog.lost),
    ];
  }

  async #tasks(): Promise<{ enabled: 0 | 1; count: number }[]> {
    const { db } = this.#foundation;
    return await db.selectFrom("task").select(["enabled", (is) => is.fn.countAll<number>().as("count")])
      .groupBy("enabled").orderBy("enabled").execute();
  }
}

function gauge(name: string, help: string, value: number): Metric {
  return { name: `sundial_${name}`, help, type: "gauge", values: [{ value }] };
}

function labelled(name: string, help: string, labels: Record<string, string>): Metric {
  return { name: `sundial_${name}`, help, type: "gauge", values: [{ labels, value: 1 }] };
}

function counter(name: string, help: string, value: number): Metric {
  return { name: `sundial_${name}`, help, type: "counter", values: [{ value }] };
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
