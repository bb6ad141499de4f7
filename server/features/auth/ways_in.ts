// How a login is answered, once its form is known.
import type { LoginBody } from "../../contract/auth.ts";
import { AppError } from "../../contract/app_error.ts";
import type { ShownPasskey } from "../../contract/passkeys.ts";
import type { RouteAnswer } from "../../http/route.ts";
import { visitorOf } from "./caller.ts";
import { type Arrival, type Confirm, isUnchanged } from "./entrance.ts";
import type { AccountRow } from "./account_store.ts";
import type { AuthServices } from "./auth_services.ts";

type Services = Pick<AuthServices, "login" | "entrance" | "log" | "passkeys" | "door">;

/** Lets somebody in by name, password and code. Throws what `Login.check` throws. */
export async function enterByPassword(services: Services, arrival: Arrival, body: LoginBody) {
  const seen = await services.login.check(body, visitorOf(arrival));
  return await enter(services, arrival, { account: seen, confirm: isUnchanged(seen) });
}

/** Lets somebody in by what their passkey has signed. Throws what `Login.checkPasskey` throws. */
export async function enterByPasskey(services: Services, arrival: Arrival, shown: ShownPasskey) {
  const { login, passkeys, door } = services;
  const { account, passkey } = await login.checkPasskey(
    shown,
    door.answering(arrival.request),
    visitorOf(arrival),
  );
  const confirm = async () => {
    if (!await passkeys.isKept(passkey)) throw new AppError("wrong_passkey");
  };
  return await enter(services, arrival, { account, confirm, passkey: passkey.name });
}

/** Says what a passkey has to sign. Throws `passkeys_unavailable`. */
export function askForPasskey({ passkeys, door }: Services, { request }: Arrival): RouteAnswer {
  const { asking, headers } = door.asked(request);
  return { status: 202, body: passkeys.question(asking), headers };
}

async function enter(
  { login, entrance, log }: Services,
  arrival: Arrival,
  { account, confirm, passkey }: { account: AccountRow; confirm: Confirm; passkey?: string },
): Promise<RouteAnswer> {
  const earlierLogins = await log.earlier(Number.MAX_SAFE_INTEGER);
  const { body, headers } = await entrance.enter(account.id, arrival, { confirm });
  await login.entered(account, visitorOf(arrival), passkey);
  return { status: 200, body: { ...body, earlierLogins }, headers };
}
