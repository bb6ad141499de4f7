// Searches a path for a pattern. Follows all possible matches in parallel, character by character, so the
// time is bounded by path length × pattern length for any input.
import { PatternError, type PatternNode, readPattern } from "./pattern_tree.ts";

const MAX_STATES = 5_000;

type State =
  | { kind: "sign"; fits(sign: string): boolean; next: number }
  | { kind: "start" | "end"; next: number }
  | { kind: "split"; next: number; other: number }
  | { kind: "found" };

/** A compiled pattern. */
export class PathPattern {
  readonly #states: State[] = [];
  readonly #first: number;

  /** Compiles a pattern. Throws `PatternError`. */
  constructor(source: string) {
    const found = this.#add({ kind: "found" });
    this.#first = this.#build(readPattern(source), found);
  }

  /** Returns whether the pattern matches anywhere in a text. */
  isIn(text: string): boolean {
    const signs = [...text];
    let current: number[] = [];
    for (let at = 0; at <= signs.length; at++) {
      const location = { isStart: at === 0, isEnd: at === signs.length };
      // A match can start at any position.
      const { reached, found } = this.#follow([...current, this.#first], location);
      if (found) return true;
      const sign = signs[at];
      if (sign === undefined) break;
      current = reached.flatMap((index) => {
        const state = this.#states[index]!;
        return state.kind === "sign" && state.fits(sign) ? [state.next] : [];
      });
    }
    return false;
  }

  #follow(from: readonly number[], { isStart, isEnd }: { isStart: boolean; isEnd: boolean }) {
    const seen = new Set<number>();
    const waiting = [...from];
    for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
      if (seen.has(index)) continue;
      seen.add(index);
      const state = this.#states[index]!;
      if (state.kind === "found") return { reached: [], found: true };
      if (state.kind === "split") waiting.push(state.next, state.other);
      else if ((state.kind === "start" && isStart) || (state.kind === "end" && isEnd)) {
        waiting.push(state.next);
      }
    }
    return { reached: [...seen], found: false };
  }

  // Built from end to start, so that each state knows its successor.
  #build(node: PatternNode, next: number): number {
    switch (node.kind) {
      case "empty":
        return next;
      case "sign":
        return this.#add({ kind: "sign", fits: node.fits, next });
      case "start":
      case "end":
        return this.#add({ kind: node.kind, next });
      case "sequence":
        return node.parts.reduceRight((after, part) => this.#build(part, after), next);
      case "choice":
        return node.parts.map((part) => this.#build(part, next))
          .reduceRight((other, one) => this.#add({ kind: "split", next: one, other }));
      case "repeat":
        return this.#repeat(node, next);
    }
    return node satisfies never;
  }

  #repeat({ part, min, max }: PatternNode & { kind: "repeat" }, next: number): number {
    let after = next;
    if (max === Infinity) {
      const loop = this.#add({ kind: "split", next, other: next });
      this.#states[loop] = { kind: "split", next: this.#build(part, loop), other: next };
      after = loop;
    } else {
      for (let times = min; times < max; times++) {
        after = this.#add({ kind: "split", next: this.#build(part, after), other: next });
      }
    }
    for (let times = 0; times < min; times++) after = this.#build(part, after);
    return after;
  }

  #add(state: State): number {
    if (this.#states.length >= MAX_STATES) throw new PatternError("syntax");
    return this.#states.push(state) - 1;
  }
}
