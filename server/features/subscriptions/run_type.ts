import { availableParallelism } from "node:os";
import { type PullPart, pullSpec } from "../../engine/pulls.ts";
import type { Database, RunRow, SubscriptionRow } from "../../engine/store.ts";
import type { RunSource, RunType } from "../../engine/run_type.ts";
import { storedJson } from "../../platform/stored_json.ts";

/** A pull that takes longer is ended (ms). */
const TIME_LIMIT_MS = 30 * 60_000;
/** With fewer, one slow server would block the rest, even on a small machine. */
const MIN_AT_ONCE = 4;

/** Pulls and previews of subscriptions, exempt from the limit of tasks. */
export const subscriptionPulls: RunType = {
  exempt: true,
  maxLive: Math.max(availableParallelism(), MIN_AT_ONCE),
  find,
  followUp: () => Promise.resolve(null),
};

async function find(db: Database, runs: readonly RunRow[]): Promise<Map<number, RunSource>> {
  const ids = [...new Set(runs.flatMap(({ subscription_id }) => subscription_id ?? []))];
  const rows = ids.length === 0
    ? []
    : await db.selectFrom("subscription").selectAll().where("id", "in", ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return new Map(runs.flatMap((run) => {
    const isPreview = run.subscription_id === null;
    const row = isPreview ? readPreviewed(run) : byId.get(run.subscription_id ?? 0);
    const part: PullPart = isPreview ? { kind: "preview" } : readPart(run);
    return row ? [[run.id, subjectOf(row, part)] as const] : [];
  }));
}

/** Reads the source of a preview: a subscription as it is, or would be. */
export function readPreviewed({ subject_json }: Pick<RunRow, "subject_json">): SubscriptionRow | null {
  // Was serialized from such a row when it was enqueued; its secrets are sealed there too.
  const row = storedJson<Partial<SubscriptionRow>>(subject_json, {});
  return typeof row.alias === "string" ? row as SubscriptionRow : null;
}

function readPart({ subject_json }: RunRow): PullPart {
  return storedJson<PullPart>(subject_json, { kind: "pull" });
}

function subjectOf(row: SubscriptionRow, part: PullPart): RunSource {
  return {
    logFolder: row.alias,
    maxAtOnce: 1,
    timeLimitMs: TIME_LIMIT_MS,
    spec: (run, context) => pullSpec(context.pulls.order(run, row, part), context.markOf(run.id)),
  };
}
