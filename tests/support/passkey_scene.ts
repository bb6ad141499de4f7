// A browser with a passkey device, and an in-memory panel.
import type { PasskeyOffer, PasskeyQuestion } from "../../server/contract/passkeys.ts";
import { type Deviations, PasskeyDevice } from "./passkey_device.ts";
import type { AppResponse, TestApp } from "./test_app.ts";

const PASSKEY_COOKIE = /^sundial_passkey=[^;]*/;

export interface Visit extends Deviations {
  device: PasskeyDevice;
  peer?: string;
  /** Its session cookie, if any. */
  cookie?: string;
}

/** Adds a passkey to the account of a cookie; returns the device and the panel's response. */
export async function addPasskey(app: TestApp, cookie: string, device = new PasskeyDevice(), name = "Phone") {
  const offer = await app.call("POST", "/api/account/passkeys/start", { cookie });
  if (offer.status !== 200) throw new Error(`no registration options: ${offer.text}`);
  const passkey = device.make(offer.json as unknown as PasskeyOffer); // the contract's type
  const added = await app.call("POST", "/api/account/passkeys", { cookie, body: { name, passkey } });
  if (added.status !== 201) throw new Error(`the passkey was rejected: ${added.text}`);
  return { device, id: Number(added.json.id), body: { name, passkey } };
}

/** Requests a challenge; returns it, and the cookie of the remembered device. */
export async function askForPasskey(app: TestApp, call: { peer?: string; cookie?: string } = {}) {
  const response = await app.call("POST", "/api/auth/login", { ...call, body: { passkey: null } });
  if (response.status !== 202) throw new Error(`no login options: ${response.text}`);
  const known = response.headers.getSetCookie().map((cookie) => PASSKEY_COOKIE.exec(cookie)?.[0]).find(
    Boolean,
  );
  if (known === undefined) throw new Error("no cookie was set");
  return { question: response.json as unknown as PasskeyQuestion, known }; // the contract's type
}

export async function logInByPasskey(
  app: TestApp,
  { device, peer, cookie, ...deviations }: Visit,
): Promise<AppResponse> {
  const from = { ...(peer !== undefined && { peer }), ...(cookie !== undefined && { cookie }) };
  const { question, known } = await askForPasskey(app, from);
  const body = { passkey: device.show(question, deviations) };
  const cookies = [cookie, known].filter((one) => one !== undefined).join("; ");
  return await app.call("POST", "/api/auth/login", { ...from, body, cookie: cookies });
}
