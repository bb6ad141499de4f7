// Decides which tasks of a flow run start. Pure: the outcomes of the tasks before one in, what follows for it out.
import type { LinkReason, Upstream } from "../../../contract/flows.ts";
import type { LinkOutcome } from "../../../contract/limits/flows.ts";

/** How a task ended in a flow run; `not_run` if it certainly will not run in it. */
export type Outcome = "succeeded" | "failed" | "not_run";

/** What is decided of one task: that it starts, that it never will in this flow run, or nothing yet. */
export interface TaskDecision {
  verdict: "start" | "never" | "wait";
  /** In the order of the upstream tasks. A link that is not followed has a reason. */
  links: {
    from: number;
    isMet: boolean;
    decision: "followed" | "not_followed" | "waiting";
    reason: LinkReason | null;
  }[];
}

/** Decides a task by the outcomes of its upstream tasks; undefined for one that has not ended. */
export function decideTask(
  { tasks, rule }: Pick<Upstream, "tasks" | "rule">,
  outcomeOf: (taskId: number) => Outcome | undefined,
): TaskDecision {
  const links = tasks.map(({ taskId, outcome: wanted }) => {
    const outcome = outcomeOf(taskId);
    return { from: taskId, outcome, isMet: isMet(wanted, outcome) };
  });
  const isOpen = links.some(({ outcome }) => outcome === undefined);
  const isStarted = rule === "all" ? links.every(({ isMet }) => isMet) : links.some(({ isMet }) => isMet);
  const isImpossible = rule === "all"
    ? links.some(({ outcome, isMet }) => outcome !== undefined && !isMet)
    : !isStarted && !isOpen;
  const verdict = isStarted ? "start" : isImpossible ? "never" : "wait";
  return {
    verdict,
    links: links.map(({ from, outcome, isMet }) => {
      if (verdict === "start" && isMet) return { from, isMet, decision: "followed", reason: null };
      if (verdict === "wait") return { from, isMet, decision: "waiting", reason: null };
      return { from, isMet, decision: "not_followed", reason: reasonOf(outcome, isMet, verdict) };
    }),
  };
}

function isMet(wanted: LinkOutcome, outcome: Outcome | undefined): boolean {
  return wanted === "any" ? outcome !== undefined : outcome === wanted;
}

function reasonOf(outcome: Outcome | undefined, isMet: boolean, verdict: "start" | "never"): LinkReason {
  if (outcome !== undefined && !isMet) return `upstream_${outcome}`;
  return verdict === "start" ? "started_already" : "other_link";
}
