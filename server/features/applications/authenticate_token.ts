import type { Authenticator } from "../../http/authenticate.ts";
import type { ApplicationTokens } from "./tokens.ts";

/** Returns the authenticator for `Authorization: Bearer`. */
export function authenticateToken(tokens: ApplicationTokens): Authenticator {
  return async (request) => {
    const header = request.headers.get("authorization") ?? "";
    // A bearer token takes precedence over any cookie.
    if (!/^bearer\b/i.test(header)) return null;
    const token = /^bearer +([\w-]{1,200})$/i.exec(header)?.[1];
    const found = token === undefined ? "unknown" : await tokens.use(token);
    if (found === "unknown") return { refusal: "not_authenticated" };
    if (found === "expired") return { refusal: "session_expired" };
    return { caller: { kind: "application", ...found }, language: null };
  };
}
