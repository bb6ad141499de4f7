import { ApiProblem } from "../../../api/api_problem.ts";
import type { WordKey } from "../../../words/messages.ts";
import { nameFault } from "./file_paths.ts";

const words = {
  required: "files.nameRequired",
  slash: "files.nameSlash",
  dots: "files.nameDots",
} as const satisfies Record<string, WordKey>;

/** Gives the words for what is wrong with a name; undefined for nothing. */
export function nameFaultWord(name: string): WordKey | undefined {
  const fault = nameFault(name);
  return fault === null ? undefined : words[fault];
}

/** Gives the words for what the panel has against a name; undefined where it is something else. */
export function nameProblem(error: unknown): string | undefined {
  if (!(error instanceof ApiProblem)) return undefined;
  const [issue] = error.issues;
  if (issue) return issue.message;
  return error.code === "already_exists" ? error.detail : undefined;
}
