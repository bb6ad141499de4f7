import type { ErrorCode } from "../error_codes.ts";
import type { FieldIssue } from "../app_error.ts";
import type { Issue } from "../problem.ts";
import type { Language } from "../settings.ts";
import type { ContractWords, ErrorWords } from "./contract_words.ts";
import { en } from "./en.ts";
import { zh } from "./zh.ts";

type Params = Record<string, string | number>;

const words: Record<Language, ContractWords> = { en, zh };

/** Says an error in a language, its blanks filled in. */
export function sayError(code: ErrorCode, params: Params, language: Language): ErrorWords {
  const { errors, reasons, kinds, archiveFaults } = words[language];
  const filled = { ...params, ...known("reason", params, reasons), ...known("expected", params, kinds) };
  const { fault } = known("fault", params, archiveFaults);
  if (fault !== undefined) filled["fault"] = fill(String(fault), params);
  return { title: fill(errors[code].title, filled), detail: fill(errors[code].detail, filled) };
}

// Params that are words themselves come as a code.
function known(name: string, params: Params, words: Record<string, string>): Params {
  const word = words[String(params[name])];
  return word === undefined ? {} : { [name]: word };
}

/** Says one refused field in a language. */
export function sayIssue({ path, code, params = {} }: FieldIssue, language: Language): Issue {
  return { path, code, message: fill(words[language].issues[code], params), params };
}

function fill(sentence: string, params: Params): string {
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ""));
}
