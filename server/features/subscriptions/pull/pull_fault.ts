import { ProxyRefused } from "../../../platform/outbound/connect.ts";
import { OutboundRefused } from "../../../platform/outbound/outbound_policy.ts";
import { WebRefused } from "../../../platform/outbound/web_request.ts";
import { GitFailed, GitTooOldError, OLDEST_GIT } from "../../../platform/git/git_process.ts";
import { TooManyFiles } from "../../../platform/git/repository.ts";
import type { PullJob } from "./job.ts";
import type { pullWords } from "./pull_words.ts";

type Words = (typeof pullWords)["en"]["fault"];

/** A pull that ends here, for a reason its log says. */
export class PullFailed extends Error {
  override readonly name = "PullFailed";
  readonly say: (words: Words) => string;

  constructor(say: (words: Words) => string) {
    super("the pull failed");
    this.say = say;
  }
}

/** Exit code of a command that cannot be found (POSIX 2.8.2). */
const NOT_FOUND = 127;

/** Says in one line why a pull failed. */
export function sayFault(fault: unknown, words: Words, { limits, requester }: PullJob): string {
  if (fault instanceof PullFailed) return fault.say(words);
  if (fault instanceof OutboundRefused) {
    return fault.address === null
      ? words.unknownHost(fault.host)
      : words[requester === "application" ? "applicationNetwork" : "innerNetwork"](fault.host, fault.address);
  }
  if (fault instanceof ProxyRefused) return words.proxy(fault.message);
  if (fault instanceof WebRefused) {
    return fault.reason === "status" ? words.status(fault.detail) : words.redirect(fault.detail);
  }
  if (fault instanceof GitTooOldError) return words.oldGit(fault.version, OLDEST_GIT);
  if (fault instanceof GitFailed) {
    if (fault.isOutOfMemory) return words.tooMuchMemory(Math.ceil(limits.memoryBytes / 1024 / 1024));
    return fault.code === NOT_FOUND ? words.noGit : words.git(fault.code);
  }
  if (fault instanceof TooManyFiles) return words.tooManyEntries(limits.entries);
  return words.other(fault instanceof Error ? fault.message : String(fault));
}
