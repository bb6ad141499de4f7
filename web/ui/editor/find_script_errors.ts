// The parse tree used for highlighting does not report errors reliably: it rejects valid code such as `declare module "x"`
// or a method named `async query()`. So a parser made for this reads the text; it never runs it.

import { parse, type ParserOptions } from "@babel/parser";

/** A parser error: its position in characters from the start, and the parser's message. */
export interface Failure {
  from: number;
  message: string;
}

/** Maximum number of reported errors: those after the first few mostly follow from them. */
export const MAX_ERRORS = 20;

export interface ScriptKind {
  typescript: boolean;
  jsx: boolean;
}

// Accepts whatever any runtime accepts: modules and scripts, top-level `return`, `await` anywhere.
const lenient = {
  errorRecovery: true,
  allowReturnOutsideFunction: true,
  allowAwaitOutsideFunction: true,
  allowSuperOutsideMethod: true,
  allowNewTargetOutsideFunction: true,
  allowImportExportEverywhere: true,
  allowUndeclaredExports: true,
} satisfies ParserOptions;

/** Parses a script and returns its JavaScript or TypeScript errors, at most `MAX_ERRORS`. */
export function locateScriptErrors(text: string, { typescript, jsx }: ScriptKind): Failure[] {
  const plugins: NonNullable<ParserOptions["plugins"]> = ["decorators", "decoratorAutoAccessors"];
  if (typescript) plugins.push("typescript");
  if (jsx) plugins.push("jsx");
  const errors = readAs("unambiguous", text, plugins);
  // With error recovery the parser applies strict module rules even to plain scripts, which need not follow them.
  const older = errors.length > 0 ? readAs("script", text, plugins) : errors;
  return older.length < errors.length ? older : errors;
}

function readAs(
  sourceType: "unambiguous" | "script",
  text: string,
  plugins: NonNullable<ParserOptions["plugins"]>,
): Failure[] {
  try {
    const { errors } = parse(text, { ...lenient, sourceType, plugins });
    return (errors ?? []).slice(0, MAX_ERRORS).map((error) => toError(error, text.length));
  } catch (error) {
    return [toError(error, text.length)];
  }
}

function toError(error: unknown, length: number): Failure {
  const { pos, message } = error as { pos?: number; message?: string }; // as the parser documents its errors
  return {
    from: Math.min(pos ?? 0, length),
    message: (message ?? String(error)).replace(/ \(\d+:\d+\)$/, ""),
  };
}
