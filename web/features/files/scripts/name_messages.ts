import { ApiProblem } from "../../../api/api_problem.ts";
import type { MessageKey } from "../../../messages/messages.ts";
import { nameIssue } from "./file_paths.ts";

const messages = {
  required: "files.nameRequired",
  slash: "files.nameSlash",
  dots: "files.nameDots",
} as const satisfies Record<string, MessageKey>;

/** Gives the words for what is wrong with a name; undefined for nothing. */
export function nameIssueMessage(name: string): MessageKey | undefined {
  const error = nameIssue(name);
  return error === null ? undefined : messages[error];
}

/** Gives the words for what the panel has against a name; undefined where it is something else. */
export function nameProblem(error: unknown): string | undefined {
  if (!(error instanceof ApiProblem)) return undefined;
  const [issue] = error.issues;
  if (issue) return issue.message;
  return error.code === "already_exists" ? error.detail : undefined;
}
