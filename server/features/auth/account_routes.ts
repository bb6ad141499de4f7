import * as z from "zod";
import {
  account,
  accountPatch,
  codeBody,
  passwordBody,
  recoveryCodes,
  secondFactorSetup,
} from "../../contract/account.ts";
import { AppError } from "../../contract/app_error.ts";
import { preferences, preferencesPatch } from "../../contract/preferences.ts";
import { accountLimits } from "../../contract/limits/account.ts";
import { type RequestContent, type Route, route, versioned } from "../../http/route.ts";
import type { Accounts } from "./accounts.ts";
import type { Avatars } from "./avatars.ts";
import type { AuthServices } from "./build_auth.ts";
import type { SecondFactor } from "./second_factor.ts";
import { requireUser, userOf } from "./sessions.ts";

/** Returns the routes of `/api/account` without its passkeys. */
export function accountRoutes(services: AuthServices): Route[] {
  const { accounts, secondFactor, avatars } = services;
  return [
    ...preferencesRoutes(services),
    ...nameAndPasswordRoutes(accounts),
    ...secondFactorRoutes(accounts, secondFactor),
    ...avatarRoutes(avatars),
  ];
}

function nameAndPasswordRoutes(accounts: Accounts): Route[] {
  return [
    route("get", "/account", {
      access: "account",
      summary: "Returns the account: name, picture, second factor and failed logins",
      results: { 200: { description: "The account", schema: account } },
      handle: async (input) => versioned(await accounts.get(userOf(input))),
    }),
    route("patch", "/account", {
      access: "account",
      stepUp: true,
      summary: "Changes the name of the account; requires its password",
      body: accountPatch,
      results: { 200: { description: "The updated account", schema: account } },
      handle: async (input) => versioned(await accounts.rename(userOf(input), input.body, input.ifMatch)),
    }),
    route("post", "/account/password", {
      access: "account",
      stepUp: true,
      summary: "Changes the password; ends all other sessions of the account",
      body: passwordBody,
      results: { 204: { description: "Changed" } },
      handle: (input) => accounts.changePassword(userOf(input), input.body),
    }),
  ];
}

function preferencesRoutes({ updatePreferences }: AuthServices): Route[] {
  return [
    route("patch", "/account/preferences", {
      access: "account",
      // They concern nobody else, and change whenever a list is used.
      audit: false,
      summary: "Changes preferences of the account; null removes one. The session contains all of them",
      body: preferencesPatch,
      results: { 200: { description: "All preferences of the account", schema: preferences } },
      handle: async ({ caller, body }) => ({
        body: await updatePreferences(requireUser(caller).accountId, body),
      }),
    }),
  ];
}

const shared = { access: "account", stepUp: true } as const;

function secondFactorRoutes(accounts: Accounts, secondFactor: SecondFactor): Route[] {
  return [
    route("post", "/account/second-factor/start", {
      ...shared,
      summary: "Creates the secret of a second factor, which takes effect once activated",
      results: { 200: { description: "The setup data for an authenticator app", schema: secondFactorSetup } },
      handle: async ({ caller }) => ({ body: await secondFactor.start(requireUser(caller).accountId) }),
    }),
    route("post", "/account/second-factor/activate", {
      ...shared,
      summary: "Activates the second factor with its first code; ends all other sessions of the account",
      body: codeBody,
      results: { 200: { description: "The recovery codes, shown once", schema: recoveryCodes } },
      handle: async (input) => ({
        body: await accounts.activateSecondFactor(userOf(input), input.body.code),
      }),
    }),
    route("post", "/account/second-factor/deactivate", {
      ...shared,
      summary: "Deactivates the second factor with a code; ends all other sessions of the account",
      body: codeBody,
      results: { 204: { description: "Deactivated" } },
      handle: (input) => accounts.deactivateSecondFactor(userOf(input), input.body.code),
    }),
    route("post", "/account/second-factor/recovery-codes", {
      ...shared,
      summary: "Replaces the recovery codes; requires a code of the second factor",
      body: codeBody,
      results: { 200: { description: "The recovery codes, shown once", schema: recoveryCodes } },
      handle: async (input) => ({ body: await accounts.renewRecoveryCodes(userOf(input), input.body.code) }),
    }),
  ];
}

const avatarPath = "/account/avatar";
const DAY_SECONDS = 86_400;

function avatarRoutes(avatars: Avatars): Route[] {
  return [
    route("get", avatarPath, {
      access: "account",
      tag: "content",
      summary: "Returns the picture of the account",
      query: z.strictObject({
        v: z.string().max(64).optional().meta({ description: "Version of the picture, from its URL" }),
      }),
      results: { 200: { description: "The picture, 256 × 256", contentType: "image/png" } },
      handle: async ({ caller, query }) => {
        const { png, address } = await avatars.read(requireUser(caller).accountId);
        const isThisOne = query.v !== undefined && address.endsWith(`=${query.v}`);
        const headers = {
          "content-type": "image/png",
          "x-content-type-options": "nosniff",
          "cache-control": isThisOne ? `private, max-age=${DAY_SECONDS}` : "no-store",
        };
        return new Response(png, { headers });
      },
    }),
    route("put", avatarPath, {
      access: "account",
      tag: "content",
      upload: pictureTypes,
      summary:
        "Sets the picture of the account from a PNG or JPEG of at most 5 MiB, cropped to a square and resized to 256 × 256",
      results: {
        200: {
          description: "The URL of the picture, relative to `/api`",
          schema: z.object({ avatar: z.string() }),
        },
      },
      handle: async ({ caller, content, request, stillMay }) => {
        const bytes = await readPicture(content);
        await stillMay();
        const avatar = await avatars.put(requireUser(caller).accountId, bytes, request.signal);
        return { body: { avatar } };
      },
    }),
    route("delete", avatarPath, {
      access: "account",
      summary: "Removes the picture of the account",
      results: { 204: { description: "Removed" } },
      handle: ({ caller }) => avatars.remove(requireUser(caller).accountId),
    }),
  ];
}

const pictureTypes = ["image/png", "image/jpeg"];

/**
 * Reads the picture from a request body. Throws `unsupported_media_type`, `payload_too_large`,
 * `malformed_request`.
 */
async function readPicture(content: RequestContent): Promise<Uint8Array> {
  if (!pictureTypes.includes(content.mediaType)) {
    throw new AppError("unsupported_media_type", { expected: pictureTypes.join(", ") });
  }
  return await content.bytes(accountLimits.pictureBytes);
}
