import * as z from "zod";
import {
  accountChange,
  accountEntry,
  checkedInvitation,
  type CreatedInvitation,
  createdInvitation,
  invitation,
  invitationCheck,
  invitationInput,
  invitationUse,
} from "../../../contract/accounts.ts";
import { refuseIf } from "../../../contract/app_error.ts";
import { session } from "../../../contract/auth.ts";
import type { Requester } from "../../../contract/scopes.ts";
import type { Language } from "../../../contract/settings.ts";
import { type Caller, requesterOf, type Route, route, versioned } from "../../../http/route.ts";
import type { LoginFlow } from "../login_flow.ts";
import type { Invitations } from "./invitations.ts";
import type { AccountList } from "./service.ts";

export interface AccountRoutesOptions {
  accounts: AccountList;
  invitations: Invitations;
  loginFlow: Pick<LoginFlow, "openSession">;
  basePath: string;
  publicUrl: URL | null;
  /** Returns the name under which an invitation is recorded. */
  nameOf(caller: Caller): Promise<string | null>;
  /** Sends an invitation through a channel of the panel. Throws `not_found`. */
  send(channelId: number, created: CreatedInvitation, by: Inviting): Promise<CreatedInvitation["sent"]>;
  /** Whether the panel has a channel. */
  hasChannel(id: number): Promise<boolean>;
}

/** Who invites, and in which language. */
export interface Inviting {
  name: string;
  requester: Requester;
  language: Language;
}

const access = "administrator";

/** Returns the routes of `/api/accounts`, and those with which an invitation is used. */
export function accountListRoutes(options: AccountRoutesOptions): Route[] {
  return [
    ...invitationRoutes(options),
    ...usedInvitationRoutes(options),
    ...listRoutes(options),
  ];
}

function listRoutes({ accounts }: AccountRoutesOptions): Route[] {
  return [
    route("get", "/accounts", {
      access,
      summary: "Lists all accounts with their roles",
      results: {
        200: { description: "The accounts, by name", schema: z.object({ items: z.array(accountEntry) }) },
      },
      handle: async () => ({ body: { items: await accounts.list() } }),
    }),
    route("patch", "/accounts/{id}", {
      access,
      stepUp: true,
      whileReadOnly: "allowed",
      summary: "Changes role, labels or whether an account can log in; applies to open sessions at once",
      body: accountChange,
      results: { 200: { description: "The updated account", schema: accountEntry } },
      handle: async ({ params, body, ifMatch }) => {
        const entry = await accounts.update(params.id, body, ifMatch);
        return { ...versioned(entry), object: entry.username };
      },
    }),
    route("delete", "/accounts/{id}", {
      access,
      stepUp: true,
      whileReadOnly: "allowed",
      summary: "Deletes an account; its name stays in the audit log",
      results: { 204: { description: "Deleted" } },
      handle: async ({ params }) => ({ status: 204, object: await accounts.remove(params.id) }),
    }),
    route("delete", "/accounts/{id}/sessions", {
      access,
      whileReadOnly: "allowed",
      summary: "Ends all sessions of an account",
      results: { 204: { description: "Ended" } },
      handle: async ({ params }) => ({ status: 204, object: await accounts.endSessions(params.id) }),
    }),
    route("delete", "/accounts/{id}/second-factor", {
      access,
      stepUp: true,
      summary: "Removes the second factor of an account and ends its sessions",
      results: { 204: { description: "Removed" } },
      handle: async ({ params }) => ({ status: 204, object: await accounts.removeSecondFactor(params.id) }),
    }),
  ];
}

function invitationRoutes(
  { invitations, basePath, publicUrl, nameOf, send, hasChannel }: AccountRoutesOptions,
): Route[] {
  return [
    route("get", "/accounts/invitations", {
      access,
      summary: "Lists the invitations that can be used",
      results: {
        200: {
          description: "The invitations, newest first",
          schema: z.object({ items: z.array(invitation) }),
        },
      },
      handle: async () => ({ body: { items: await invitations.list() } }),
    }),
    route("post", "/accounts/invitations", {
      access,
      stepUp: true,
      summary: "Creates an invitation, valid once and for 72 hours; only this response contains its address",
      body: invitationInput,
      results: { 201: { description: "The invitation", schema: createdInvitation } },
      handle: async ({ body, caller, request, language }) => {
        const { channelId } = body;
        if (channelId !== null && !await hasChannel(channelId)) {
          refuseIf([{ path: "channelId", code: "unknown_channel" }]);
        }
        const createdBy = await nameOf(caller) ?? "";
        // A browser names the address at which it reaches the panel.
        const origin = publicUrl?.origin ?? request.headers.get("origin") ?? "";
        const page = `${origin}${basePath}/invitation`;
        const created = await invitations.create(body, { createdBy, page });
        const by = { name: createdBy, requester: requesterOf(caller), language };
        const sent = channelId === null ? null : await send(channelId, created, by);
        return { status: 201, body: { ...created, sent } };
      },
    }),
    route("delete", "/accounts/invitations/{id}", {
      access,
      whileReadOnly: "allowed",
      summary: "Withdraws an invitation",
      results: { 204: { description: "Withdrawn" } },
      handle: ({ params }) => invitations.remove(params.id),
    }),
  ];
}

function usedInvitationRoutes({ invitations, loginFlow }: AccountRoutesOptions): Route[] {
  return [
    route("post", "/auth/invitation/check", {
      access: "public",
      audit: false,
      summary: "Returns what an invitation is for",
      body: invitationCheck,
      results: { 200: { description: "The invitation", schema: checkedInvitation } },
      handle: async ({ body, ip }) => ({ body: await invitations.check(body.token, ip) }),
    }),
    route("post", "/auth/invitation", {
      access: "public",
      // The handler records the outcome itself, for any client.
      audit: false,
      summary: "Creates the account of an invitation, which is used up, and logs it in",
      body: invitationUse,
      results: { 201: { description: "Logged in", schema: session } },
      handle: async (input) => {
        const id = await invitations.use(input.body, input.ip);
        return { status: 201, ...await loginFlow.openSession(id, input) };
      },
    }),
  ];
}
