import { jsonLanguage } from "@codemirror/lang-json";
import type { Failure } from "./find_script_errors.ts";

// Files that allow comments or more than JSON are not checked.
const lenient =
  /(\.(jsonc|json5|map)|(^|\/)((ts|js)config[^/]*\.json|\.babelrc|\.eslintrc|\.prettierrc|deno\.json))$/i;

/** Returns where a text stops being valid JSON; null when it is valid or empty, and for files that may hold more than JSON. */
export function locateJsonError(text: string, fileName: string): Failure | null {
  if (lenient.test(fileName) || text.trim() === "") return null;
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    const { message } = error as Error; // JSON.parse throws nothing else
    return { from: positionOf(message, text), message };
  }
}

/** Returns the position of an error. The engine reports it only sometimes; the parse tree always has one. */
function positionOf(message: string, text: string): number {
  const named = /position (\d+)/.exec(message)?.[1];
  if (named !== undefined) return Math.min(Number(named), text.length);
  const cursor = jsonLanguage.parser.parse(text).cursor();
  do {
    if (cursor.type.isError) return cursor.from;
  } while (cursor.next());
  return 0;
}
