import type { Run } from "../../../../server/contract/runs.ts";

export interface OutcomeSummary {
  /** Runs that came to an end by themselves or by force; skipped and active ones do not count. */
  ended: number;
  /** Share of them that succeeded, 0 to 1; null without any. */
  succeeded: number | null;
  /** Milliseconds; null without any. */
  medianMs: number | null;
}

/** Sums up how runs went. */
export function summarize(runs: readonly Run[]): OutcomeSummary {
  const ended = runs.filter(({ finishedAt, state }) => finishedAt !== null && state !== "skipped");
  const good = ended.filter(({ state }) => state === "succeeded").length;
  const lengths = ended.flatMap(({ durationMs }) => durationMs ?? []).sort((a, b) => a - b);
  return {
    ended: ended.length,
    succeeded: ended.length > 0 ? good / ended.length : null,
    medianMs: lengths[Math.floor(lengths.length / 2)] ?? null,
  };
}

/** Gives the height of each bar, 0 to 1: by the root of the duration, so that one long run does not flatten the others. */
export function barHeights(runs: readonly Run[]): number[] {
  const roots = runs.map(({ durationMs }) => Math.sqrt(durationMs ?? 0));
  const most = Math.max(...roots, 1);
  return roots.map((root) => root / most);
}
