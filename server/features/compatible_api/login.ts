// Logging in with a user name and a password, for programs that know neither applications nor cookies.
import * as z from "zod";
import { AppError } from "../../contract/app_error.ts";
import { loginBody } from "../../contract/auth.ts";
import { envelope, EnvelopeError } from "../../contract/compatible/envelope.ts";
import { userCodeLogin, userLogin, userToken } from "../../contract/compatible/login.ts";
import { compatibleMessages } from "../../contract/messages/compatible_messages.ts";
import { parse } from "../../contract/parsed.ts";
import type { Language } from "../../contract/settings.ts";
import type { Base } from "../../engine/base.ts";
import { type Route, route } from "../../http/route.ts";
import type { LoginFlow, LoginRequest } from "../auth/login_flow.ts";
import { success } from "./envelope.ts";

export interface LoginRouteOptions extends Pick<Base, "language"> {
  loginFlow: Pick<LoginFlow, "loginForHeader">;
}

const results = { 200: { description: "The token of a session", schema: envelope(userToken) } };
// The handler records the outcome itself, for any client.
const open = { access: "public", audit: false, results } as const;

export function loginRoutes({ loginFlow, language }: LoginRouteOptions): Route[] {
  const logIn = async (request: LoginRequest, sent: z.output<typeof userLogin> & { code?: string }) => {
    const { username, password, code } = sent;
    const body = parse(loginBody, { username, password, ...(code !== undefined && { code }) });
    try {
      const { token, earlierLogins: { last, failures } } = await loginFlow.loginForHeader(request, body);
      return success({
        token,
        lastip: last?.ip ?? "",
        lastaddr: last?.address ?? "",
        lastlogon: last === null ? 0 : Date.parse(last.at),
        retries: failures,
        platform: "desktop",
      });
    } catch (error) {
      throw rejectionOf(error, language()) ?? error;
    }
  };
  return [
    route("post", "/user/login", {
      ...open,
      summary: "Logs in with a user name and a password; with code 420, the second factor is still missing",
      body: userLogin,
      handle: (input) => logIn(input, input.body),
    }),
    route("put", "/user/two-factor/login", {
      ...open,
      summary: "Logs in with a user name, a password and the code of the second factor",
      body: userCodeLogin,
      handle: (input) => logIn(input, input.body),
    }),
  ];
}

function rejectionOf(error: unknown, language: Language): EnvelopeError | null {
  if (!(error instanceof AppError)) return null;
  const { wrongLogin, loginLocked, wrongCode } = compatibleMessages[language];
  switch (error.code) {
    case "wrong_credentials":
      return new EnvelopeError(400, wrongLogin);
    case "second_factor_required":
      return new EnvelopeError(420, "");
    case "wrong_code":
      return new EnvelopeError(430, wrongCode);
    case "too_many_requests": {
      const seconds = Number(error.params["seconds"] ?? 0);
      return new EnvelopeError(410, loginLocked.replace("{seconds}", String(seconds)), seconds);
    }
    default:
      return null;
  }
}
