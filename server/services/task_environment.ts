import { inheritableEnvironment } from "../engine/spec_parts.ts";

const USUAL_PATH = "/usr/local/bin:/usr/bin:/bin";

/** Makes what every task inherits from the panel's environment; there is always a search path in it. */
export function taskEnvironment(): Record<string, string> & { PATH: string } {
  const environment = inheritableEnvironment(Deno.env.toObject());
  return { ...environment, PATH: environment["PATH"] ?? USUAL_PATH };
}
