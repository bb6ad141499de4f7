import process from "node:process";
import type { Base } from "../../engine/base.ts";
import { commit, version } from "../../platform/build_info.ts";
import type { DiskWatch } from "../../platform/storage/disk_watch.ts";
import type { SystemLogFiles } from "../../platform/system_log/system_log_files.ts";
import type { WriteState } from "../../platform/write_state.ts";
import { countLive } from "../queue/service.ts";
import { countPlanned } from "../tasks/plan_source.ts";
import type { LiveStreams } from "../events/live_streams.ts";

// Metrics for Prometheus, in its text format 0.0.4.

export interface Metric {
  name: string;
  help: string;
  type: "gauge" | "counter";
  values: readonly { labels?: Record<string, string>; value: number }[];
}

export function metricsText(metrics: readonly Metric[]): string {
  return metrics.map(({ name, help, type, values }) => {
    const lines = values.map(({ labels = {}, value }) => `${name}${labelsText(labels)} ${value}`);
    return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines, ""].join("\n");
  }).join("");
}

function labelsText(labels: Record<string, string>): string {
  const written = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return written.length === 0 ? "" : `{${written.join(",")}}`;
}

function escaped(value: string): string {
  return value.replace(/\\/g, "\\\\").replace(/"/g, '\\"').replace(/\n/g, "\\n");
}

export interface PanelMetricsOptions extends Pick<Base, "db" | "clock" | "bus"> {
  databaseBytes(): Promise<number>;
  systemLog: SystemLogFiles;
  writes: WriteState;
  disk: DiskWatch;
  streams: LiveStreams;
}

const counted = { "run:started": "started", "run:finished": "finished", "run:skipped": "skipped" } as const;

/** Counts events, and collects metrics when Prometheus queries them. */
export class PanelMetrics {
  readonly #startedAt: number;
  readonly #runs = { started: 0, finished: 0, skipped: 0 };

  constructor(private readonly options: PanelMetricsOptions) {
    this.#startedAt = options.clock.now();
    options.bus.listen(({ type }) => {
      if (type in counted) this.#runs[counted[type as keyof typeof counted]]++; // as: checked to be a key
    });
  }

  async list(): Promise<Metric[]> {
    const { db, clock, systemLog, databaseBytes, writes, disk, streams } = this.options;
    const [tasks, planned, live] = await Promise.all([this.#tasks(), countPlanned(db), countLive(db)]);
    return [
      labelled("build_info", "What this panel is", { version, commit: commit ?? "" }),
      gauge("start_time_seconds", "When the panel started, seconds since 1970", this.#startedAt / 1000),
      gauge("up_seconds", "How long the panel has been up", (clock.now() - this.#startedAt) / 1000),
      gauge("resident_bytes", "Memory of the panel", process.memoryUsage.rss()),
      gauge(
        "database_bytes",
        "Size of the database",
        await databaseBytes(),
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
      gauge("planned_tasks", "Tasks that are due some time", planned),
      gauge("read_only", "1 while the panel refuses changes", writes.problem === null ? 0 : 1),
      ...disk.room ? [gauge("disk_free_bytes", "Free on the disk of the data", disk.room.freeBytes)] : [],
      gauge("live_runs", "Runs that are going on or wait", live),
      counter("runs_started_total", "Runs started since the panel started", this.#runs.started),
      counter("runs_finished_total", "Runs ended since the panel started", this.#runs.finished),
      counter("runs_skipped_total", "Runs skipped since the panel started", this.#runs.skipped),
      gauge("event_streams", "Live streams that are open", streams.size),
      counter("log_lines_lost_total", "Lines of the panel's own log that were dropped", systemLog.lost),
    ];
  }

  async #tasks(): Promise<{ enabled: 0 | 1; count: number }[]> {
    const { db } = this.options;
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
