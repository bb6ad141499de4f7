// Why a run does not start, as far as the engine itself decides.
import { runMessages } from "./run_messages.ts";
import type { Refusal } from "./run_spec_error.ts";

/** The process could not be started. */
export function spawnFailed(reason: string): Refusal {
  const { en, zh } = runMessages;
  return { code: "spawn_failed", line: { en: en.spawnFailed(reason), zh: zh.spawnFailed(reason) } };
}

/** Secret variables cannot be decrypted: a task never runs with less than it was promised. */
export function secretLocked(names: readonly string[]): Refusal {
  const { en, zh } = runMessages;
  return { code: "secret_locked", line: { en: en.secretLocked(names), zh: zh.secretLocked(names) } };
}
