import { ProxyError } from "../../../platform/outbound/proxy_reader.ts";
import { OutboundError } from "../../../platform/outbound/outbound_policy.ts";
import { WebError } from "../../../platform/outbound/web_request.ts";
import { GitError, GitTooOldError, OLDEST_GIT } from "../../../platform/git/git_process.ts";
import { TooManyFilesError } from "../../../platform/git/repository.ts";
import { messageOf } from "../../../platform/error_message.ts";
import type { PullJob } from "./job.ts";
import type { pullMessages } from "./pull_messages.ts";

type PullMessages = (typeof pullMessages)["en"]["error"];

/** A pull that failed for a reason stated in its log. */
export class PullError extends Error {
  override readonly name = "PullError";

  constructor(readonly report: (messages: PullMessages) => string) {
    super("the pull failed");
  }
}

/** Exit code for a command that was not found (POSIX 2.8.2). */
const NOT_FOUND = 127;

/** Formats why a pull failed as one line. */
export function formatError(error: unknown, messages: PullMessages, { limits, requester }: PullJob): string {
  if (error instanceof PullError) return error.report(messages);
  if (error instanceof OutboundError) {
    return error.address === null
      ? messages.unknownHost(error.host)
      : messages[requester === "application" ? "applicationNetwork" : "innerNetwork"](
        error.host,
        error.address,
      );
  }
  if (error instanceof ProxyError) return messages.proxy(error.message);
  if (error instanceof WebError) {
    return error.reason === "status" ? messages.status(error.detail) : messages.redirect(error.detail);
  }
  if (error instanceof GitTooOldError) return messages.oldGit(error.version, OLDEST_GIT);
  if (error instanceof GitError) {
    if (error.isOutOfMemory) return messages.tooMuchMemory(Math.ceil(limits.memoryBytes / 1024 / 1024));
    return error.code === NOT_FOUND ? messages.noGit : messages.git(error.code);
  }
  if (error instanceof TooManyFilesError) return messages.tooManyEntries(limits.entries);
  return messages.other(messageOf(error));
}
