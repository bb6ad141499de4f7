// Why a run does not start, as far as the engine itself decides.
import type { Language } from "../contract/settings.ts";
import { runVariables } from "../platform/run_variables.ts";
import { runMessages } from "./run_messages.ts";
import type { Refusal } from "./run_spec_error.ts";

/** The process could not be started. */
export function spawnFailed(reason: string): Refusal {
  const { en, zh } = runMessages;
  return { code: "spawn_failed", line: { en: en.spawnFailed(reason), zh: zh.spawnFailed(reason) } };
}

/** Secret variables, or what started the run, cannot be decrypted: a task never runs with less than it was promised. */
export function secretLocked(names: readonly string[]): Refusal {
  const entered = names.filter((name) => name !== runVariables.triggerFile);
  // Nobody can enter the content of a webhook again.
  const lineIn = (language: Language) =>
    entered.length > 0 ? runMessages[language].secretLocked(entered) : runMessages[language].contentLocked;
  return { code: "secret_locked", line: { en: lineIn("en"), zh: lineIn("zh") } };
}
