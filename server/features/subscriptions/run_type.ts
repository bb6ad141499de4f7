import { availableParallelism } from "node:os";
import type { PreparedRun, RunSpec, RunType } from "../../engine/run_type.ts";
import type { Database, RunRow } from "../../engine/store.ts";
import type { SubscriptionRow } from "../../migrations/subscription_tables.ts";
import { nothingAround } from "../../platform/process/wrapper.ts";
import { storedJson } from "../../platform/stored_json.ts";

/** A pull that takes longer is ended (ms). */
const TIME_LIMIT_MS = 30 * 60_000;
/** With fewer, one slow server would block the rest, even on a small machine. */
const MIN_AT_ONCE = 4;

/** The part of a pull to do: all of it, everything that changes nothing, or only what follows an approval. */
export type PullPart = { kind: "pull" } | { kind: "preview" } | { kind: "after"; commit: string };

export type PullOrder = Pick<RunSpec, "command" | "directory" | "environment">;

export interface Pulls {
  /** Prepares a pull and returns the process to start. Throws `RunSpecError`. */
  order(run: RunRow, subscription: SubscriptionRow, part: PullPart): PullOrder;
  /** Brings what pulls need to know of servers up to date. Call before `order`. */
  ready(): Promise<void>;
}

/** Returns the run type of pulls and previews of subscriptions, exempt from the limit of tasks. */
export function subscriptionPulls(pulls: Pulls): RunType {
  return {
    exempt: true,
    maxLive: Math.max(availableParallelism(), MIN_AT_ONCE),
    source: { column: "subscription_id" },
    prepare: (db, runs) => prepare(db, runs, pulls),
  };
}

async function prepare(
  db: Database,
  runs: readonly RunRow[],
  pulls: Pulls,
): Promise<Map<number, PreparedRun>> {
  const ids = [...new Set(runs.flatMap(({ subscription_id }) => subscription_id ?? []))];
  const rows = ids.length === 0
    ? []
    : await db.selectFrom("subscription").selectAll().where("id", "in", ids).execute();
  await pulls.ready();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return new Map(runs.flatMap((run) => {
    const isPreview = run.subscription_id === null;
    const row = isPreview ? readPreviewed(run) : byId.get(run.subscription_id ?? 0);
    const part: PullPart = isPreview ? { kind: "preview" } : readPart(run);
    return row ? [[run.id, preparedOf(row, part, pulls)] as const] : [];
  }));
}

/** Reads the source of a preview: a subscription as it is, or would be. */
export function readPreviewed({ subject_json }: Pick<RunRow, "subject_json">): SubscriptionRow | null {
  // Was serialized from such a row when it was enqueued; its secrets are sealed there too.
  const row = storedJson<Partial<SubscriptionRow>>(subject_json, {});
  return typeof row.alias === "string" ? row as SubscriptionRow : null;
}

export function writePart(part: PullPart): string {
  return JSON.stringify(part);
}

function readPart({ subject_json }: RunRow): PullPart {
  return storedJson<PullPart>(subject_json, { kind: "pull" });
}

function preparedOf(row: SubscriptionRow, part: PullPart, pulls: Pulls): PreparedRun {
  return {
    logFolder: row.alias,
    maxAtOnce: 1,
    timeLimitMs: TIME_LIMIT_MS,
    spec: (run) => ({ ...pulls.order(run, row, part), args: [], around: nothingAround, script: null }),
  };
}
