// Finds regular expressions that take more than linear time for some text that they do not match. Such a text is
// pumped by a word that leads from one loop to another, and back into each of the two (a polynomial of degree two
// or more), or that leads back into one loop in two ways (exponential).
import type { CharSet } from "refa";
import { type Position, readPositions } from "./read_positions.ts";

/** How the time grows with the length of the text. */
export type Growth = "exponential" | "polynomial";

/** Returns how the time grows; null if it is linear. */
export function findBacktracking(source: string, flags: string): Growth | null {
  const found = readPositions(source, flags).map((positions) => new Search(positions).growth());
  return found.find((growth) => growth === "exponential") ?? found.find((growth) => growth !== null) ?? null;
}

class Search {
  readonly #positions: readonly Position[];
  /** For each position, the letters that it matches, one bit each. */
  readonly #letters: bigint[];
  /** For each position, the positions that can be reached from it. */
  readonly #reached: Set<number>[];

  constructor(positions: readonly Position[]) {
    this.#positions = positions;
    this.#letters = lettersOf(positions.map(({ set }) => set));
    this.#reached = positions.map((_, at) => this.#reach(at));
  }

  growth(): Growth | null {
    const loops = this.#positions.keys().filter((at) => this.#reached[at]!.has(at)).toArray();
    if (loops.some((at) => this.#isAmbiguous(at))) return "exponential";
    const isSlow = loops.some((from) =>
      loops.some((to) => from !== to && this.#reached[from]!.has(to) && this.#isPumped(from, to))
    );
    return isSlow ? "polynomial" : null;
  }

  #reach(from: number): Set<number> {
    const reached = new Set<number>();
    const rest = [from];
    for (let at = rest.pop(); at !== undefined; at = rest.pop()) {
      for (const next of this.#positions[at]!.next) {
        if (!reached.has(next)) rest.push(next);
        reached.add(next);
      }
    }
    return reached;
  }

  /** Returns whether a word leads from a position back to it in two ways. */
  #isAmbiguous(start: number): boolean {
    if (this.#positions[start]!.ends) return false;
    const back = (at: number) => this.#reached[at]!.has(start) && this.#reached[start]!.has(at);
    const steps = (at: number) => this.#positions[at]!.next.filter(back);
    return this.#finds(
      [start, start, 0],
      [start, start, 1],
      ([a = 0, b = 0, differs = 0]) =>
        steps(a).flatMap((nextA, indexA) =>
          steps(b).filter((nextB) => (this.#letters[nextA]! & this.#letters[nextB]!) !== 0n)
            .map((nextB, indexB) => [
              nextA,
              nextB,
              differs || nextA !== nextB || (a === b && indexA !== indexB && twice(steps(a), nextA)) ? 1 : 0,
            ])
        ),
    );
  }

  /** Returns whether some word leads from `from` to itself and to `to`, and from `to` to itself. */
  #isPumped(from: number, to: number): boolean {
    if (this.#positions[from]!.ends || this.#positions[to]!.ends) return false;
    const steps = (at: number, end: number) =>
      this.#positions[at]!.next.filter((next) => next === end || this.#reached[next]!.has(end));
    return this.#finds(
      [from, from, to],
      [from, to, to],
      ([a = 0, b = 0, c = 0]) =>
        steps(a, from).flatMap((nextA) =>
          steps(b, to).flatMap((nextB) =>
            steps(c, to).filter((nextC) =>
              (this.#letters[nextA]! & this.#letters[nextB]! & this.#letters[nextC]!) !== 0n
            ).map((nextC) => [nextA, nextB, nextC])
          )
        ),
    );
  }

  #finds(start: number[], end: number[], steps: (state: number[]) => number[][]): boolean {
    const seen = new Set<string>();
    const rest = [start];
    for (let state = rest.pop(); state !== undefined; state = rest.pop()) {
      for (const next of steps(state)) {
        if (next.every((at, index) => at === end[index])) return true;
        const key = next.join();
        if (!seen.has(key)) rest.push(next);
        seen.add(key);
      }
    }
    return false;
  }
}

function twice(items: readonly number[], item: number): boolean {
  return items.indexOf(item) !== items.lastIndexOf(item);
}

/** Returns the letters of each set: characters that belong to the same sets count as one letter. */
function lettersOf(sets: readonly CharSet[]): bigint[] {
  const letters = sets.map(() => 0n);
  const known = new Set<string>();
  const limits = new Set(sets.flatMap(({ ranges }) => ranges.flatMap(({ min, max }) => [min, max + 1])));
  for (const character of limits) {
    const members = sets.flatMap((set, index) => set.has(character) ? [index] : []);
    if (known.has(members.join())) continue;
    const letter = 1n << BigInt(known.size);
    known.add(members.join());
    for (const index of members) letters[index]! |= letter;
  }
  return letters;
}
