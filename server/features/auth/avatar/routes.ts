import * as z from "zod";
import { type RequestContent, type Route, route } from "../../../http/route.ts";
import { callerOf } from "../caller.ts";
import type { Avatars } from "./avatars.ts";
import { AppError } from "../../../contract/app_error.ts";
import { accountLimits } from "../../../contract/limits/account.ts";

const path = "/account/avatar";
const DAY_SECONDS = 86_400;

/** Returns the routes of `/api/account/avatar`. */
export function avatarRoutes(avatars: Avatars): Route[] {
  return [
    route({
      method: "get",
      path,
      access: "account",
      tag: "content",
      summary: "Reads the picture of the account",
      query: z.strictObject({ v: z.string().max(64).optional().meta({ description: "As in its address" }) }),
      results: { 200: { description: "The picture, 256 × 256", contentType: "image/png" } },
      handle: async ({ caller, query }) => {
        const { png, address } = await avatars.read(callerOf(caller).accountId);
        const isThisOne = query.v !== undefined && address.endsWith(`=${query.v}`);
        const headers = {
          "content-type": "image/png",
          "x-content-type-options": "nosniff",
          "cache-control": isThisOne ? `private, max-age=${DAY_SECONDS}` : "no-store",
        };
        return new Response(png, { headers });
      },
    }),
    route({
      method: "put",
      path,
      access: "account",
      tag: "content",
      upload: pictureTypes,
      summary:
        "Takes a PNG or JPEG of at most 5 MiB as picture of the account: its middle square, drawn anew",
      results: {
        200: { description: "Where it is now, below `/api`", schema: z.object({ avatar: z.string() }) },
      },
      handle: async ({ caller, content, request, stillMay }) => {
        const bytes = await readPicture(content);
        await stillMay();
        const avatar = await avatars.put(callerOf(caller).accountId, bytes, request.signal);
        return { status: 200, body: { avatar } };
      },
    }),
    route({
      method: "delete",
      path,
      access: "account",
      summary: "Removes the picture of the account",
      results: { 204: { description: "Removed" } },
      handle: async ({ caller }) => {
        await avatars.remove(callerOf(caller).accountId);
        return { status: 204 };
      },
    }),
  ];
}

/** Accepted media types. */
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
