import type { Authenticator } from "../../http/authenticate.ts";
import type { SessionCookie } from "../../http/session_cookie.ts";
import type { Sessions } from "./sessions.ts";

/** Returns the authenticator for session cookies. */
export function authenticateSession(sessions: Sessions, cookie: SessionCookie): Authenticator {
  return async (request) => {
    const token = cookie.read(request);
    if (token === undefined) return null;
    const session = await sessions.use(token);
    if (!session) return { refusal: "session_expired" };
    const caller = {
      kind: "person",
      accountId: session.account_id,
      sessionId: session.id,
      provenAt: session.proven_at,
    } as const;
    return { caller, language: session.language };
  };
}
