// Reads a regular expression into its positions: each occurrence of a character class, and those that can follow it
// (Glushkov's construction). Lookbehinds are expressions of their own.
import { type Assertion, CharSet, type Concatenation, type Element, JS, type Quantifier } from "refa";

/** One occurrence of a character class. */
export interface Position {
  set: CharSet;
  /** Indexes of the positions that can match the next character; twice if in two ways. */
  next: number[];
  /** Whether a match can end here whatever follows. */
  ends: boolean;
}

/** A part of an expression: where it can begin and end. */
interface Part {
  first: number[];
  last: number[];
  /** Whether it matches the empty text, also where that depends on what stands beside it. */
  isEmpty: boolean;
  /** The same, but depends on nothing. */
  isFree: boolean;
  /** The last positions after which nothing is required any more. */
  freeLast: number[];
}

/** More repetitions than this count as unlimited. */
const MANY = 1000;
/** Repetitions with a limit are read as at most so many copies. */
const COPIES = 3;

export function readPositions(source: string, flags: string): Position[][] {
  const { expression, maxCharacter } = JS.Parser.fromLiteral({ source, flags }).parse({
    assertions: "parse",
    backreferences: "unknown",
  });
  const reader = new PositionReader(CharSet.all(maxCharacter), flags.includes("y"));
  return [...reader.readAll(expression.alternatives)];
}

class PositionReader {
  readonly #all: CharSet;
  readonly #isSticky: boolean;
  #positions: Position[] = [];
  /** Lookbehinds are matched from their end. */
  #isBackward = false;
  /** Lookbehinds that are still to be read. */
  readonly #behind: (readonly Concatenation[])[] = [];

  constructor(all: CharSet, isSticky: boolean) {
    this.#all = all;
    this.#isSticky = isSticky;
  }

  *readAll(expression: readonly Concatenation[]): Generator<Position[]> {
    yield this.#read(expression);
    this.#isBackward = true;
    for (let next = this.#behind.shift(); next; next = this.#behind.shift()) yield this.#read(next);
  }

  #read(alternatives: readonly Concatenation[]): Position[] {
    this.#positions = [];
    for (const { elements } of alternatives) {
      const before = this.#before(elements);
      const part = this.#sequence(elements);
      // A search begins at each character, as if any text came before.
      if (!this.#isSticky) this.#link(this.#concat(this.#repeat(this.#character(this.#all)), before), part);
      for (const at of part.freeLast) this.#positions[at]!.ends = true;
    }
    return this.#positions;
  }

  /** Returns what must come before a match, as far as it is one character. */
  #before([first]: readonly Element[]): Part {
    if (first?.type !== "Assertion" || first.kind !== "behind" || isStart(first)) return empty;
    const sets = first.alternatives.flatMap(({ elements: [only, ...others] }) =>
      only?.type === "CharacterClass" && others.length === 0 ? [only.characters] : []
    );
    if (sets.length === 0) return empty;
    const set = CharSet.empty(this.#all.maximum).union(...sets);
    return this.#character(first.negate ? set.negate() : set);
  }

  #sequence(elements: readonly Element[]): Part {
    const inOrder = this.#isBackward ? elements.toReversed() : elements;
    return inOrder.reduce<Part>((before, element) => this.#concat(before, this.#element(element)), empty);
  }

  #element(element: Element): Part {
    switch (element.type) {
      case "CharacterClass":
        return this.#character(element.characters);
      case "Alternation":
        return this.#either(element.alternatives);
      case "Quantifier":
        return this.#quantifier(element);
      case "Assertion":
        return this.#lookaround(element);
      case "Unknown":
        return optional(this.#repeat(this.#character(this.#all))); // a reference to a group: any text
    }
  }

  #lookaround(assertion: Assertion): Part {
    const { kind, alternatives } = assertion;
    // A lookahead is one more way to go on, which ends without a match.
    if (kind === "ahead") return { ...empty, first: this.#either(alternatives).first, isFree: false };
    // No character leads to the start of the text.
    if (isStart(assertion)) return this.#character(CharSet.empty(this.#all.maximum));
    this.#behind.push(alternatives);
    return empty;
  }

  #character(set: CharSet): Part {
    const at = this.#positions.push({ set, next: [], ends: false }) - 1;
    return { first: [at], last: [at], isEmpty: false, isFree: false, freeLast: [at] };
  }

  #either(alternatives: readonly Concatenation[]): Part {
    const parts = alternatives.map(({ elements }) => this.#sequence(elements));
    return {
      first: parts.flatMap(({ first }) => first),
      last: parts.flatMap(({ last }) => last),
      isEmpty: parts.some(({ isEmpty }) => isEmpty),
      isFree: parts.some(({ isFree }) => isFree),
      freeLast: parts.flatMap(({ freeLast }) => freeLast),
    };
  }

  #quantifier({ min, max, alternatives }: Quantifier): Part {
    const isUnlimited = max > MANY;
    const copies = Math.min(isUnlimited ? Math.max(min, 1) : max, COPIES);
    let read: Part = empty;
    for (let copy = 1; copy <= copies; copy++) {
      let part = this.#either(alternatives);
      if (isUnlimited && copy === copies) part = this.#repeat(part);
      if (copy > min) part = optional(part);
      read = this.#concat(read, part);
    }
    return read;
  }

  #repeat(part: Part): Part {
    this.#link(part, part);
    return part;
  }

  #concat(before: Part, after: Part): Part {
    this.#link(before, after);
    return {
      first: before.isEmpty ? [...before.first, ...after.first] : before.first,
      last: after.isEmpty ? [...before.last, ...after.last] : after.last,
      isEmpty: before.isEmpty && after.isEmpty,
      isFree: before.isFree && after.isFree,
      freeLast: after.isFree ? [...before.freeLast, ...after.freeLast] : after.freeLast,
    };
  }

  #link({ last }: Part, { first }: Part): void {
    for (const at of last) this.#positions[at]!.next.push(...first);
  }
}

const empty: Part = { first: [], last: [], isEmpty: true, isFree: true, freeLast: [] };

function optional(part: Part): Part {
  return { ...part, isEmpty: true, isFree: true };
}

/** Returns whether an assertion is `^`: nothing stands before it. */
function isStart({ kind, negate, alternatives: [first, ...others] }: Assertion): boolean {
  const [only] = first?.elements ?? [];
  return kind === "behind" && negate && others.length === 0 && only?.type === "CharacterClass" &&
    only.characters.isAll;
}
