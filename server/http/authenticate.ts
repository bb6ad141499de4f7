import { AppError } from "../contract/app_error.ts";
import { includesScope } from "../contract/scopes.ts";
import type { Language } from "../contract/settings.ts";
import type { Access, Caller } from "./route.ts";

/** What one kind of credential says of a request: whose it is, why it is refused, or null when it is not there at all. */
export type Verdict =
  | { caller: Exclude<Caller, { kind: "nobody" }>; language: Language | null }
  | { refusal: Refusal }
  | null;
export type Refusal = "not_authenticated" | "session_expired";

export type Authenticator = (request: Request) => Promise<Verdict> | Verdict;

/** Who sent a request, and what to answer when that is not enough. */
export interface Authenticated {
  caller: Caller;
  language: Language | null;
  refusal: Refusal;
}

/** Asks the authenticators in order; the first whose credential the request carries decides. */
export async function authenticate(
  request: Request,
  authenticators: readonly Authenticator[],
): Promise<Authenticated> {
  for (const ask of authenticators) {
    const verdict = await ask(request);
    if (verdict === null) continue;
    if ("refusal" in verdict) {
      return { caller: { kind: "nobody" }, language: null, refusal: verdict.refusal };
    }
    return { ...verdict, refusal: "not_authenticated" };
  }
  return { caller: { kind: "nobody" }, language: null, refusal: "not_authenticated" };
}

/** How long a password or code counts for what requires step-up, milliseconds. */
export const STEP_UP_MS = 10 * 60_000;

/**
 * Throws `person_required` for whoever is no person, naming the fields that require one, and `step_up_required` unless the
 * person confirmed their identity lately.
 */
export function checkProof({ caller }: Authenticated, now: number, fields: readonly string[] = []): void {
  if (caller.kind !== "person") {
    throw new AppError(
      "person_required",
      {},
      fields.map((path) => ({ path, code: "person_required" as const })),
    );
  }
  // Set in the future by a clock that was set back since, a proof does not count.
  const age = now - caller.provenAt;
  if (age < 0 || age > STEP_UP_MS) throw new AppError("step_up_required");
}

/** Throws unless the caller may use what has this access. */
export function checkAccess(access: Access, { caller, refusal }: Authenticated): void {
  if (access === "public") return;
  if (caller.kind === "nobody") throw new AppError(refusal);
  if (caller.kind === "person" || access === "known") return;
  if (access === "account" || !includesScope(caller.scopes, access)) {
    throw new AppError("scope_missing", { scope: access });
  }
}
