import type { ErrorCode } from "../error_codes.ts";
import type { FieldIssue } from "../app_error.ts";
import type { Issue } from "../problem.ts";
import type { Language } from "../settings.ts";
import type { ContractMessages, ErrorMessages } from "./contract_messages.ts";
import { en } from "./en.ts";
import { zh } from "./zh.ts";

type Params = Record<string, string | number>;

const messages: Record<Language, ContractMessages> = { en, zh };

/** Formats an error in a language, with its placeholders filled in. */
export function formatContractError(code: ErrorCode, params: Params, language: Language): ErrorMessages {
  const { errors, reasons, kinds, archiveProblems } = messages[language];
  const filled = { ...params, ...known("reason", params, reasons), ...known("expected", params, kinds) };
  const { fault: error } = known("fault", params, archiveProblems);
  if (error !== undefined) filled["fault"] = fill(String(error), params);
  return { title: fill(errors[code].title, filled), detail: fill(errors[code].detail, filled) };
}

// Params that are words themselves arrive as a code.
function known(name: string, params: Params, messages: Record<string, string>): Params {
  const message = messages[String(params[name])];
  return message === undefined ? {} : { [name]: message };
}

/** Formats one rejected field in a language. */
export function formatIssue({ path, code, params = {} }: FieldIssue, language: Language): Issue {
  return { path, code, message: fill(messages[language].issues[code], params), params };
}

function fill(sentence: string, params: Params): string {
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ""));
}
