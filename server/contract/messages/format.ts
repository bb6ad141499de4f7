import type { ErrorCode } from "../error_codes.ts";
import type { AppError, FieldIssue } from "../app_error.ts";
import type { ImportNote, ImportOmission, ImportRefusal } from "../import_reasons.ts";
import type { IssueCode } from "../issue_codes.ts";
import type { Issue } from "../problem.ts";
import type { Language } from "../settings.ts";
import type { ContractMessages, ErrorMessages } from "./contract_messages.ts";
import { en } from "./en.ts";
import { importEn } from "./import_en.ts";
import type { ImportMessages } from "./import_messages.ts";
import { importZh } from "./import_zh.ts";
import { zh } from "./zh.ts";

type Params = Record<string, string | number>;

const messages: Record<Language, ContractMessages> = { en, zh };
const importMessages: Record<Language, ImportMessages> = { en: importEn, zh: importZh };

export function formatContractError(code: ErrorCode, params: Params, language: Language): ErrorMessages {
  const { errors, reasons, kinds, archiveProblems, unpackProblems } = messages[language];
  const filled = { ...params, ...known("reason", params, reasons), ...known("expected", params, kinds) };
  const problems = code === "import_refused"
    ? importMessages[language].problems
    : code === "unpack_refused"
    ? unpackProblems
    : archiveProblems;
  const { fault } = known("fault", params, problems);
  if (fault !== undefined) filled["fault"] = fill(String(fault), params);
  return { title: fill(errors[code].title, filled), detail: fill(errors[code].detail, filled) };
}

/** Formats an error as a part of a response. */
export function formatError({ code, params }: Pick<AppError, "code" | "params">, language: Language) {
  return { code, ...formatContractError(code, params, language) };
}

/** Formats an error as a part of a response, with the sentence of the rejected field if there is one. */
export function formatFieldError(error: AppError, language: Language) {
  const [issue] = error.issues;
  return { ...formatError(error, language), ...(issue && { detail: formatIssue(issue, language).message }) };
}

// Params that are words themselves arrive as a code.
function known(name: string, params: Params, messages: Record<string, string>): Params {
  const message = messages[String(params[name])];
  return message === undefined ? {} : { [name]: message };
}

export function formatIssue({ path, code, params = {} }: FieldIssue, language: Language): Issue {
  return { path, code, message: fill(messages[language].issues[code], params), params };
}

function fill(sentence: string, params: Params): string {
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ""));
}

/** Formats why an item cannot be imported, as a sentence without a full stop. */
export function formatImportRefusal(reason: ImportRefusal, params: Params, language: Language): string {
  const { refusals, colon } = importMessages[language];
  const { field, code } = params;
  if (reason !== "field_refused" || code === undefined) return fill(refusals[reason], params);
  const message = messages[language].issues[code as IssueCode]; // written by the import, from an issue
  return `${field}${colon}${fill(message ?? String(code), params)}`;
}

/** Formats how an imported item differs from its original. */
export function formatImportNote(note: ImportNote, params: Params, language: Language): string {
  return fill(importMessages[language].notes[note], params);
}

export function formatImportOmission(what: ImportOmission, language: Language): string {
  return importMessages[language].omissions[what];
}
