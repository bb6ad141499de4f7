import { inheritableEnvironment } from "../engine/spec_parts.ts";

const USUAL_PATH = "/usr/local/bin:/usr/bin:/bin";

/** Returns the environment that every task inherits from the panel; it always contains a search path. */
export function taskEnvironment(): Record<string, string> & { PATH: string } {
  const environment = inheritableEnvironment(Deno.env.toObject());
  return { ...environment, PATH: environment["PATH"] ?? USUAL_PATH };
}
