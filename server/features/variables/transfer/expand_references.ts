// Expands `$NAME` and `${NAME}` in values of a `.env` file, as Docker Compose and shells do. Only names of earlier lines are
// known: a dollar sign in a password stays what it is.
import type { ImportNote } from "../../../contract/variables.ts";
import { variableLimits } from "../../../contract/limits/variables.ts";

/** `$NAME`, `${NAME}`, and a default for a name without a value or, with the colon, an empty one. */
const REFERENCE = /\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)(?:(:?-)([^{}]*))?\})/g;
/** Maximum number of characters that references may add to all values together. */
const MAX_ADDED = variableLimits.import;

/** A piece of a value as written; in single quotes and backticks, a dollar sign stands for itself. */
export interface Piece {
  text: string;
  isLiteral: boolean;
}

/** Expands the references in the values of a file, in the order of its lines. */
export class References {
  readonly #values = new Map<string, string>();
  #room = MAX_ADDED;

  /** Returns a value with its references expanded, and makes it known; null if it becomes too long. */
  read(name: string, pieces: readonly Piece[]): { value: string; note: ImportNote | null } | null {
    let note: ImportNote | null = null;
    let isTooLong = false;
    const expand = (text: string) =>
      text.replace(REFERENCE, (all, plain?: string, braced?: string, sign?: string, other = "") => {
        const known = this.#values.get(plain ?? braced ?? "");
        const found = sign !== undefined && (!known && (sign === ":-" || known === undefined))
          ? other
          : known;
        if (found === undefined) note = "unknown_reference";
        else note ??= "expanded";
        this.#room -= found?.length ?? 0;
        isTooLong ||= this.#room < 0;
        return isTooLong ? "" : found ?? all;
      });
    const value = pieces.map(({ text, isLiteral }) => isLiteral ? text : expand(text)).join("");
    if (isTooLong) return null;
    this.#values.set(name, value);
    return { value, note };
  }
}
