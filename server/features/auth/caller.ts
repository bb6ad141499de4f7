import { BROWSER_COOKIE } from "../../contract/auth.ts";
import type { Caller } from "../../http/route.ts";
import { readCookie } from "../../platform/clients/read_cookie.ts";
import type { Client } from "../login_log/service.ts";
import type { Person } from "./person.ts";

type Asking = { caller: Caller; ip: string; request: Request };

/** Gives the person behind a request. Routes with access `account` are reached by people only; the guard saw to it. */
export function callerOf(caller: Caller): Extract<Caller, { kind: "person" }> {
  if (caller.kind !== "person") throw new Error(`a ${caller.kind} reached a route for people`);
  return caller;
}

/** Gives the person behind a request, and from where they send it. */
export function personOf(input: Asking): Person {
  const { accountId, sessionId } = callerOf(input.caller);
  return { accountId, sessionId, client: clientOf(input) };
}

/** Tells who sends a request. */
export function clientOf({ ip, request }: Pick<Asking, "ip" | "request">): Client {
  return {
    ...{ ip, userAgent: request.headers.get("user-agent") ?? "" },
    browser: readCookie(request, BROWSER_COOKIE),
  };
}
