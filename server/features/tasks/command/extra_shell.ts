import type { Wrapped } from "../../../platform/process/wrapper.ts";
import { nothingAround } from "../../../platform/process/wrapper.ts";
import { commandShell } from "../../../platform/process/spawn_session.ts";
import { findConfigFile, findShellHooks } from "./hooks.ts";

/** Returns how to run extra.sh of a configuration, after config.sh and in the same shell; null when there is none. */
export function extraShell(config: string): Omit<Wrapped, "exitFile"> | null {
  const file = findConfigFile(config, "extra.sh");
  if (file === null) return null;
  const { firstFile } = findShellHooks(config);
  return {
    command: [commandShell(), file],
    args: [],
    around: { ...nothingAround, firstFile, words: ["extra.sh"], isSourced: true },
  };
}
