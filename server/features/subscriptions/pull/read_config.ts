// What the administrator's config.sh says of pulls. It is evaluated by the shell, as it is around every run, and not read as text:
// a value may follow from another, from a condition or from a file that it evaluates itself, and what acts on a run must not mean
// something else to a pull. It is the administrator's own, and this process holds nothing of the panel.
import { spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { commandShell } from "../../../platform/process/spawn_session.ts";
import type { PullJob } from "./job.ts";
import { PullFailed } from "./pull_error.ts";

/** Values of config.sh; empty for what it does not say. */
export interface ConfigValues {
  defaultCron: string;
  extensions: string;
  proxy: string;
}

const MAX_MS = 60_000;
const MAX_CHARACTERS = 10_000;
const nothing: ConfigValues = { defaultCron: "", extensions: "", proxy: "" };

// What it prints is for the log; the values go by a way of their own.
const SOURCED = `. "$1" 3>&-
printf '%s\\0' "\${DefaultCronRule-}" "\${RepoFileExtensions-}" "\${ProxyUrl-}" >&3`;

/** Reads the values. Throws `PullFailed` when the file ends by itself: nobody knows then what it would have said. */
export async function readConfig({ configFile, scripts, environment }: PullJob): Promise<ConfigValues> {
  if (configFile === null) return nothing;
  const child = spawn(commandShell(), ["-c", SOURCED, "sundial", configFile], {
    ...{ cwd: scripts, env: { ...environment } },
    stdio: ["ignore", "inherit", "inherit", "pipe"],
  });
  const late = setTimeout(() => child.kill("SIGKILL"), MAX_MS);
  let reported = "";
  // The fourth of the ways above.
  const values = child.stdio[3] as Readable;
  values.setEncoding("utf8").on(
    "data",
    (text: string) => reported = (reported + text).slice(0, MAX_CHARACTERS),
  );
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("close", resolve).once("error", reject);
  }).finally(() => clearTimeout(late));
  const parts = reported.split("\0");
  if (parts.length !== 4) throw new PullFailed((messages) => messages.config(code));
  const [defaultCron = "", extensions = "", proxy = ""] = parts.map((one) => one.trim());
  return { defaultCron, extensions, proxy };
}
