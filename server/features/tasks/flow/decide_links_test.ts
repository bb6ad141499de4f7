import assert from "node:assert/strict";
import type { Upstream } from "../../../contract/flows.ts";
import { linkOutcomes } from "../../../contract/limits/flows.ts";
import { decideTask, type Outcome } from "./decide_links.ts";

const outcomes: (Outcome | undefined)[] = ["succeeded", "failed", "not_run", undefined];

/** All lists of this length of the values. */
function* lists<T>(values: readonly T[], length: number): Generator<T[]> {
  if (length === 0) return yield [];
  for (const rest of lists(values, length - 1)) for (const value of values) yield [...rest, value];
}

/** What the end of the others can still make of it: all completions of the open outcomes are tried. */
function reference(
  upstream: Pick<Upstream, "tasks" | "rule">,
  found: readonly (Outcome | undefined)[],
): string {
  const starts = (ended: readonly (Outcome | undefined)[]) => {
    const met = upstream.tasks.map(({ outcome }, n) =>
      ended[n] !== undefined && (outcome === "any" || outcome === ended[n])
    );
    return upstream.rule === "all" ? !met.includes(false) : met.includes(true);
  };
  if (starts(found)) return "start";
  const open = found.flatMap((outcome, n) => outcome === undefined ? [n] : []);
  for (const completion of lists<Outcome>(["succeeded", "failed", "not_run"], open.length)) {
    const ended = [...found];
    for (const [n, index] of open.entries()) ended[index] = completion[n];
    if (starts(ended)) return "wait";
  }
  return "never";
}

Deno.test("links: every rule, wanted outcome and outcome of up to 4 upstream tasks equals the reference", () => {
  let count = 0;
  for (const length of [1, 2, 3, 4]) {
    for (const wants of lists(linkOutcomes, length)) {
      for (const found of lists(outcomes, length)) {
        for (const rule of ["all", "any"] as const) {
          const upstream = { rule, tasks: wants.map((outcome, n) => ({ taskId: n, outcome })) };
          const { verdict, links } = decideTask(upstream, (id) => found[id]);
          const message = () => JSON.stringify({ upstream, found, links });
          assert.equal(verdict, reference(upstream, found), message());
          assert.deepEqual(links.map(({ from }) => from), upstream.tasks.map(({ taskId }) => taskId));
          for (const { decision, reason } of links) {
            assert.equal(reason !== null, decision === "not_followed", message());
            assert.equal(decision === "waiting", verdict === "wait", message());
          }
          assert.equal(links.some(({ decision }) => decision === "followed"), verdict === "start", message());
          count++;
        }
      }
    }
  }
  assert.equal(count, 2 * (3 * 4 + 9 * 16 + 27 * 64 + 81 * 256));
});
