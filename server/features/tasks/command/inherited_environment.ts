// What runs inherit of the panel's environment.
import { isMasked } from "../../../contract/variables.ts";

const USUAL_PATH = "/usr/local/bin:/usr/bin:/bin";
/** The panel's settings, and what its launcher, its runtime and the service manager tell it. Never passed on. */
const reserved =
  /^(SUNDIAL_|npm_|DENO_|NODE_OPTIONS$|INIT_CWD$|DENORT_BIN$|NOTIFY_SOCKET$|WATCHDOG_(USEC|PID)$)/;
/** What the panel itself works with: the login of its database, and where its traces go. Passed on when listed. */
const own = /^(PG[A-Z]|OTEL_)/;
/** Names of such variables whose values are secret. */
const secret = /PASSWORD|HEADERS|SECRET|TOKEN|KEY/;

/**
 * Returns the environment that every run inherits from the panel: without what was given to the panel for its own work, unless
 * `passed` lists it, and always with a search path.
 */
export function inheritedEnvironment(
  panel: Readonly<Record<string, string>>,
  passed: readonly string[],
): Record<string, string> & { PATH: string } {
  const left = Object.fromEntries(
    Object.entries(panel).filter(([name]) =>
      !reserved.test(name) && (!own.test(name) || isListed(name, passed))
    ),
  );
  return { ...left, PATH: left["PATH"] ?? USUAL_PATH };
}

/** Returns the secrets of the panel itself in such an environment, to be masked in logs. */
export function secretsOfPanel(environment: Readonly<Record<string, string>>): string[] {
  const values = Object.entries(environment).filter(([name]) => own.test(name) && secret.test(name))
    .flatMap(([, value]) => [value, ...partsOf(value)]);
  return [...new Set(values)].filter(isMasked);
}

function isListed(name: string, passed: readonly string[]): boolean {
  return passed.some((one) => one.endsWith("*") ? name.startsWith(one.slice(0, -1)) : one === name);
}

// `OTEL_EXPORTER_OTLP_HEADERS` lists `name=value`, and a value may be `Bearer …`.
function partsOf(value: string): string[] {
  return value.split(",").flatMap((pair) => {
    const text = pair.slice(pair.indexOf("=") + 1).trim();
    const plain = decoded(text);
    return [text, plain, plain.slice(plain.lastIndexOf(" ") + 1)];
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
