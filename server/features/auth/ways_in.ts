// Handles login requests after their form has been parsed.
import type { LoginBody } from "../../contract/auth.ts";
import { AppError } from "../../contract/app_error.ts";
import type { PresentedPasskey } from "../../contract/passkeys.ts";
import type { RouteResponse } from "../../http/route.ts";
import { clientOf } from "./caller.ts";
import { type Confirm, isUnchanged, type LoginMethod } from "./login_flow.ts";
import type { AccountRow } from "./account_store.ts";
import type { AuthServices } from "./auth_services.ts";

type Services = Pick<AuthServices, "login" | "loginFlow" | "log" | "passkeys" | "door">;

/** Logs in with name, password and code. Throws what `Login.check` throws. */
export async function enterByPassword(services: Services, loginMethod: LoginMethod, body: LoginBody) {
  const seen = await services.login.check(body, clientOf(loginMethod));
  return await enter(services, loginMethod, { account: seen, confirm: isUnchanged(seen) });
}

/** Logs in with a passkey. Throws what `Login.checkPasskey` throws. */
export async function enterByPasskey(
  services: Services,
  loginMethod: LoginMethod,
  presented: PresentedPasskey,
) {
  const { login, passkeys, door: endpoint } = services;
  const { account, passkey } = await login.checkPasskey(
    presented,
    endpoint.answering(loginMethod.request),
    clientOf(loginMethod),
  );
  const confirm = async () => {
    if (!await passkeys.isStored(passkey)) throw new AppError("wrong_passkey");
  };
  return await enter(services, loginMethod, { account, confirm, passkey: passkey.name });
}

/** Returns a passkey challenge. Throws `passkeys_unavailable`. */
export function askForPasskey(
  { passkeys, door: endpoint }: Services,
  { request }: LoginMethod,
): RouteResponse {
  const { asking, headers } = endpoint.asked(request);
  return { status: 202, body: passkeys.question(asking), headers };
}

async function enter(
  { login, loginFlow, log }: Services,
  loginMethod: LoginMethod,
  { account, confirm, passkey }: { account: AccountRow; confirm: Confirm; passkey?: string },
): Promise<RouteResponse> {
  const earlierLogins = await log.earlier(Number.MAX_SAFE_INTEGER);
  const { body, headers } = await loginFlow.enter(account.id, loginMethod, { confirm });
  await login.entered(account, clientOf(loginMethod), passkey);
  return { status: 200, body: { ...body, earlierLogins }, headers };
}
