import { initializationBody, initializationState, type Session, session } from "../../contract/auth.ts";
import type { Language } from "../../contract/settings.ts";
import { type Caller, type Route, route } from "../../http/route.ts";
import type { Initialization } from "./service.ts";

/** Logs in the client that has just created the account: see the login flow of the auth feature. */
export type Enter = (
  accountId: number,
  loginMethod: { caller: Caller; ip: string; request: Request },
  language: Language | null,
) => Promise<{ body: Session; headers: [string, string][] }>;

export function initializationRoutes(service: Initialization, enter: Enter): Route[] {
  return [
    route("get", "/initialization", {
      access: "public",
      summary: "Returns whether the panel has an account, and whether creating it requires the one-time code",
      results: { 200: { description: "The state", schema: initializationState } },
      handle: async ({ request }) => ({ body: await service.state(request.headers) }),
    }),
    route("post", "/initialization", {
      access: "public",
      summary: "Creates the first account and logs it in; rejected once an account exists",
      body: initializationBody,
      results: { 201: { description: "Set up and logged in", schema: session } },
      handle: async (input) => {
        const { body, ip, language, request } = input;
        const accountId = await service.setUp(body, { ip, language, headers: request.headers });
        return { status: 201, ...await enter(accountId, input, body.language ?? null) };
      },
    }),
  ];
}
