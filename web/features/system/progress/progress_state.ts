// The state of the progress page, from one poll to the next.
import type { Progress, ProgressKind } from "../../../../server/contract/progress.ts";

export type Found =
  | { kind: "progress"; current: Progress | null }
  | { kind: "signed_out" }
  | { kind: "away" };

export type View =
  | { phase: "first" }
  | { phase: "working"; progress: Progress }
  /** The panel has not responded for this many seconds. */
  | { phase: "away"; seconds: number; kind: ProgressKind | null }
  | { phase: "done"; kind: ProgressKind; signedOut: boolean }
  | { phase: "failed"; progress: Progress }
  | { phase: "nothing" };

/**
 * Returns the state after a poll. `expected` is the operation that the user started. An operation that ended before the page was
 * opened is not waited for.
 */
export function nextView(before: View, found: Found, expected: ProgressKind | null): View {
  const kind = kindOf(before) ?? expected;
  if (found.kind === "away") {
    return { phase: "away", seconds: before.phase === "away" ? before.seconds + 1 : 0, kind };
  }
  if (found.kind === "signed_out") {
    return kind === null ? { phase: "nothing" } : { phase: "done", kind, signedOut: true };
  }
  const { current } = found;
  if (current === null) return afterRestart(before, kind);
  if (current.error) return { phase: "failed", progress: current };
  if (current.done && kind !== current.kind) return { phase: "nothing" };
  if (current.done) return { phase: "done", kind: current.kind, signedOut: false };
  return { phase: "working", progress: current };
}

// A restarted panel knows of no operation, so the previous one has ended.
function afterRestart(before: View, kind: ProgressKind | null): View {
  const was = before.phase === "away" || before.phase === "working";
  return was && kind !== null ? { phase: "done", kind, signedOut: false } : { phase: "nothing" };
}

function kindOf(view: View): ProgressKind | null {
  switch (view.phase) {
    case "working":
    case "failed":
      return view.progress.kind;
    case "away":
    case "done":
      return view.kind;
  }
  return null;
}
