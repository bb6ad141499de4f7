// The messages of the API in every language; a code without a message in one of them does not compile.
import type { ArchiveProblem } from "../backups.ts";
import type { ErrorCode } from "../error_codes.ts";
import type { UnpackProblem } from "../files.ts";
import type { IssueCode } from "../issue_codes.ts";
import type { UpdateObstacle, UpdateProblem } from "../system.ts";

/** The message of an error: a title, and a sentence that helps. */
export interface ErrorMessages {
  title: string;
  detail: string;
}

/** Why a request could not be parsed; the `reason` of `malformed_request`. */
export type MalformedReason =
  | "invalid_json"
  | "body_missing"
  | "body_cut_off"
  | "body_not_utf8"
  | "tiny_chunks";

export type ExpectedKind = "file" | "folder";

/** The `reason` of every error that has one. */
export type Reason = MalformedReason | UpdateProblem | UpdateObstacle;

export interface ContractMessages {
  errors: Record<ErrorCode, ErrorMessages>;
  reasons: Record<Reason, string>;
  kinds: Record<ExpectedKind, string>;
  archiveProblems: Record<ArchiveProblem, string>;
  unpackProblems: Record<UnpackProblem, string>;
  issues: Record<IssueCode, string>;
}
