import * as z from "zod";
import { envelope } from "../../contract/compatible/envelope.ts";
import { type Route, route } from "../../http/route.ts";
import type { ApplicationTokens } from "../applications/tokens.ts";
import { success } from "./envelope.ts";

const tokenQuery = z.looseObject({ client_id: z.string().min(1), client_secret: z.string().min(1) });
const tokenData = z.object({
  token: z.string(),
  token_type: z.literal("Bearer"),
  expiration: z.int().meta({ description: "Unix time in seconds" }),
});

export function tokenRoutes(tokens: ApplicationTokens): Route[] {
  return [
    route("get", "/auth/token", {
      access: "public",
      // The tokens record the outcome themselves, for any client.
      audit: false,
      summary:
        "Issues a token for the ID and secret of an application; prefer `POST /api/auth/token`, which keeps them out of logs",
      query: tokenQuery,
      results: { 200: { description: "The token", schema: envelope(tokenData) } },
      handle: async ({ query, ip }) => {
        const credentials = { clientId: query.client_id, clientSecret: query.client_secret };
        const { token, expiresAt } = await tokens.exchangeOrReissue(credentials, ip);
        const expiration = Math.floor(Date.parse(expiresAt) / 1000);
        return success({ token, token_type: "Bearer", expiration });
      },
    }),
  ];
}
