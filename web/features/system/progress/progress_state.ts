// What the page of progress knows, from one look at the panel to the next.
import type { Progress, ProgressKind } from "../../../../server/contract/progress.ts";

/** What one look at the panel has found. */
export type Found =
  | { kind: "progress"; current: Progress | null }
  | { kind: "signed_out" }
  | { kind: "away" };

export type View =
  | { phase: "first" }
  | { phase: "working"; progress: Progress }
  /** The panel does not answer, since so many seconds. */
  | { phase: "away"; seconds: number; kind: ProgressKind | null }
  | { phase: "done"; kind: ProgressKind; signedOut: boolean }
  | { phase: "failed"; progress: Progress }
  | { phase: "nothing" };

/**
 * Tells what to show after a look; `expected` is what whoever came here has begun. What was over before one came is nothing to
 * wait for.
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

// A panel that has started anew knows of nothing: what was seen before is done.
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
