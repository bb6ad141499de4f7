import { spawn } from "node:child_process";
import { lstatSync } from "node:fs";
import { join } from "node:path";
import { isAlias } from "../../../contract/subscription_address.ts";
import { commandShell } from "../../../platform/process/spawn_session.ts";
import type { PullJob } from "./job.ts";

/** Runs a line of the administrator's in the folder of the scripts that were pulled. Answers its exit code. */
export function runLine(line: string, { scripts, alias, environment }: PullJob): Promise<number | null> {
  const own = join(scripts, alias);
  const mark = Deno.env.get("SUNDIAL_RUN_MARK");
  return new Promise((resolve, reject) => {
    spawn(commandShell(), ["-c", line], {
      // Not through a link, which may lead anywhere.
      cwd: isAlias(alias) && lstatSync(own, { throwIfNoEntry: false })?.isDirectory() ? own : scripts,
      env: { ...environment, ...(mark === undefined ? {} : { SUNDIAL_RUN_MARK: mark }) },
      stdio: ["ignore", "inherit", "inherit"],
    }).once("exit", (code) => resolve(code)).once("error", reject);
  });
}
