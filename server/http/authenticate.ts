import { AppError } from "../contract/app_error.ts";
import type { Language } from "../contract/settings.ts";
import { type Access, type Caller, hasScope, isAdministrator, reachOf } from "./route.ts";

/**
 * The result of one kind of credential for a request: its caller, or why it is rejected; null when the request does not
 * carry it.
 */
export type Verdict =
  | { caller: Exclude<Caller, { kind: "nobody" }>; language: Language | null }
  | { refusal: Refusal }
  | null;
export type Refusal = "not_authenticated" | "session_expired";

export interface Connection {
  /** Whether it is the socket in the data folder, which only the panel's own user can open. */
  local: boolean;
  /** Address of the other end; meaningless where it is local. */
  peer: string;
}

export type Authenticator = (request: Request, connection: Connection) => Promise<Verdict> | Verdict;

/** The caller of a request, and the error to return when its access is not sufficient. */
export interface Authenticated {
  caller: Caller;
  language: Language | null;
  refusal: Refusal;
}

/** Runs the authenticators in order; the first one whose credential the request carries decides. */
export async function authenticate(
  request: Request,
  connection: Connection,
  authenticators: readonly Authenticator[],
): Promise<Authenticated> {
  for (const ask of authenticators) {
    const verdict = await ask(request, connection);
    if (verdict === null) continue;
    if ("refusal" in verdict) {
      return { caller: { kind: "nobody" }, language: null, refusal: verdict.refusal };
    }
    return { ...verdict, refusal: "not_authenticated" };
  }
  return { caller: { kind: "nobody" }, language: null, refusal: "not_authenticated" };
}

/** How long a password or code satisfies step-up (ms). */
const STEP_UP_MS = 10 * 60_000;

/**
 * Throws `person_required`, naming the fields that require a user, when the caller is not a user, and `step_up_required`
 * when the user has not re-authenticated recently.
 */
export function checkProof({ caller }: Authenticated, now: number, fields: readonly string[] = []): void {
  if (caller.kind === "operator") return;
  if (caller.kind !== "person") {
    throw new AppError(
      "person_required",
      {},
      fields.map((path) => ({ path, code: "person_required" as const })),
    );
  }
  // A time in the future, left by a clock that was set back since, does not count.
  const age = now - caller.provenAt;
  if (age < 0 || age > STEP_UP_MS) throw new AppError("step_up_required");
}

/** Throws unless the caller has this access. */
export function checkAccess(access: Access, { caller, refusal }: Authenticated): void {
  if (access === "public") return;
  if (caller.kind === "nobody") throw new AppError(refusal);
  if (isAdministrator(caller) || access === "known") return;
  if (
    access === "account" ? caller.kind === "person" : access !== "administrator" && hasScope(caller, access)
  ) return;
  throw caller.kind === "person"
    ? new AppError("permission_missing")
    : new AppError("scope_missing", { scope: access });
}

/** Throws `permission_missing` when the caller's role holds for some labels only. */
export function checkReach({ caller }: Authenticated): void {
  if (reachOf(caller) !== null) throw new AppError("permission_missing");
}
