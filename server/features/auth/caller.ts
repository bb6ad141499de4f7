import { BROWSER_COOKIE } from "../../contract/auth.ts";
import type { Caller } from "../../http/route.ts";
import { readCookie } from "../../platform/clients/read_cookie.ts";
import type { Client } from "../login_log/service.ts";
import type { Person } from "./person.ts";

type Asking = { caller: Caller; ip: string; request: Request };

/** Returns the user behind a request. The guard ensures that only users reach routes with access `account`. */
export function callerOf(caller: Caller): Extract<Caller, { kind: "person" }> {
  if (caller.kind !== "person") throw new Error(`a ${caller.kind} reached a route for people`);
  return caller;
}

/** Returns the user behind a request and where the request comes from. */
export function personOf(input: Asking): Person {
  const { accountId, sessionId } = callerOf(input.caller);
  return { accountId, sessionId, client: clientOf(input) };
}

/** Returns the client that sent a request. */
export function clientOf({ ip, request }: Pick<Asking, "ip" | "request">): Client {
  return {
    ...{ ip, userAgent: request.headers.get("user-agent") ?? "" },
    browser: readCookie(request, BROWSER_COOKIE),
  };
}
