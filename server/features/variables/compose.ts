import { isMasked, type JoinRule } from "../../contract/variables.ts";
import type { VariablesOfRun } from "../../engine/run_type.ts";

/** One variable of a run, in list order; its value is null if it cannot be decrypted. */
export interface Part {
  name: string;
  value: string | null;
  secret: boolean;
}

/** Builds the environment from parts: those with the same name are joined with `&`, or the last one counts. */
export function composeVariables(
  parts: readonly Part[],
  rules: ReadonlyMap<string, JoinRule>,
): VariablesOfRun {
  const values: Record<string, string> = {};
  const secrets = new Set<string>();
  const unreadable = new Set<string>();
  for (const [name, all] of Map.groupBy(parts, (part) => part.name)) {
    const wanted = rules.get(name) === "last" ? all.slice(-1) : all;
    const readable = wanted.filter((part) => part.value !== null);
    if (readable.length < wanted.length) unreadable.add(name);
    if (readable.length === 0) continue;
    const value = readable.map((part) => part.value).join("&");
    Object.defineProperty(values, name, { value, enumerable: true, configurable: true, writable: true });
    const hidden = readable.filter(({ secret }) => secret).map((part) => part.value ?? "");
    // A part too short to be masked on its own is masked as part of the joined value.
    const texts = hidden.every(isMasked) ? hidden : [...hidden, value];
    for (const text of texts) if (isMasked(text)) secrets.add(text);
  }
  return { values, secrets: [...secrets], unreadable: [...unreadable] };
}
