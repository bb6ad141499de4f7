// Reads the settings for pulls from the administrator's config.sh. The shell evaluates the file, as it does
// for every run, instead of parsing it as text: a value may depend on another one, a condition or a sourced
// file, and must mean the same for pulls as for runs. The file belongs to the administrator, and this process
// holds no panel secrets.
import { spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { commandShell } from "../../../platform/process/spawn_session.ts";
import type { PullJob } from "./job.ts";
import { PullError } from "./pull_error.ts";

/** Values from config.sh; empty if not set. */
export interface ConfigValues {
  defaultCron: string;
  extensions: string;
  proxy: string;
}

const MAX_MS = 60_000;
const MAX_CHARACTERS = 10_000;
const nothing: ConfigValues = { defaultCron: "", extensions: "", proxy: "" };

// Its output goes to the log; the values use a separate file descriptor.
const SOURCED = `. "$1" 3>&-
printf '%s\\0' "\${DefaultCronRule-}" "\${RepoFileExtensions-}" "\${ProxyUrl-}" >&3`;

/** Reads the values. Throws `PullError` if the file exits on its own, because its values are then unknown. */
export async function readConfig({ configFile, scripts, environment }: PullJob): Promise<ConfigValues> {
  if (configFile === null) return nothing;
  const child = spawn(commandShell(), ["-c", SOURCED, "sundial", configFile], {
    ...{ cwd: scripts, env: { ...environment } },
    stdio: ["ignore", "inherit", "inherit", "pipe"],
  });
  const late = setTimeout(() => child.kill("SIGKILL"), MAX_MS);
  let reported = "";
  // File descriptor 3 of `stdio` above.
  const values = child.stdio[3] as Readable;
  values.setEncoding("utf8").on(
    "data",
    (text: string) => reported = (reported + text).slice(0, MAX_CHARACTERS),
  );
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("close", resolve).once("error", reject);
  }).finally(() => clearTimeout(late));
  const parts = reported.split("\0");
  if (parts.length !== 4) throw new PullError((messages) => messages.config(code));
  const [defaultCron = "", extensions = "", proxy = ""] = parts.map((one) => one.trim());
  return { defaultCron, extensions, proxy };
}
