// The parse tree that colours a script cannot be asked for its faults: it gives up on valid code, say on `declare module "x"` or
// a method called `async query()`. So a parser made to tell them reads the text, and never runs it.

import { parse, type ParserOptions } from "@babel/parser";
import { type Failure, MAX_ERRORS } from "./script_error.ts";

export interface ScriptKind {
  typescript: boolean;
  jsx: boolean;
}

// Whatever some runtime accepts is no fault: a module or an older script, `return` at the top, `await` anywhere.
const lenient = {
  errorRecovery: true,
  allowReturnOutsideFunction: true,
  allowAwaitOutsideFunction: true,
  allowSuperOutsideMethod: true,
  allowNewTargetOutsideFunction: true,
  allowImportExportEverywhere: true,
  allowUndeclaredExports: true,
} satisfies ParserOptions;

/** Reads a script and lists what is no JavaScript or TypeScript in it, at most `MAX_ERRORS`. */
export function locateScriptErrors(text: string, { typescript, jsx }: ScriptKind): Failure[] {
  const plugins: NonNullable<ParserOptions["plugins"]> = ["decorators", "decoratorAutoAccessors"];
  if (typescript) plugins.push("typescript");
  if (jsx) plugins.push("jsx");
  const errors = readAs("unambiguous", text, plugins);
  // What looks like no module is read by its strict rules all the same when faults are gathered: an older script need not keep them.
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
