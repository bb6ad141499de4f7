import * as z from "zod";
import { id, instant, line } from "./shapes.ts";
import { accountLimits } from "./limits/account.ts";

/** Name of the cookie that identifies a browser with a pending passkey challenge. */
export const PASSKEY_COOKIE = "sundial_passkey";

/** Bytes as a browser's script encodes them: base64url without padding. */
function bytes(max: number) {
  return z.string().min(1).max(max).regex(/^[A-Za-z0-9_-]+$/);
}

const transports = ["usb", "nfc", "ble", "smart-card", "hybrid", "internal"] as const;

/** One entry of `GET /api/account/passkeys`. */
export const passkey = z.object({
  id,
  name: z.string(),
  host: z.string().meta({
    description: "Host name that the passkey was created for; it works under no other",
  }),
  usable: z.boolean().meta({
    description: "Whether the passkey was created for the host name of this request",
  }),
  synced: z.boolean().meta({
    description: "Whether the passkey can be synced to other devices of its owner",
  }),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
  version: z.int(),
}).meta({ id: "Passkey" });
export type Passkey = z.infer<typeof passkey>;

/** What a browser needs to create a passkey. */
export const passkeyOffer = z.object({
  challenge: z.string(),
  host: z.string().meta({ description: "Relying party ID: the host name of the panel in the browser" }),
  title: z.string().meta({ description: "Display name of the panel" }),
  user: z.object({ id: z.string(), name: z.string() }),
  known: z.array(z.object({ id: z.string(), transports: z.array(z.enum(transports)) })).meta({
    description: "Existing passkeys of the account; a device that has one does not create another",
  }),
  proposedName: z.string(),
  timeoutMs: z.int(),
}).meta({ id: "PasskeyOffer" });
export type PasskeyOffer = z.infer<typeof passkeyOffer>;

/** A passkey created by a browser: fields of its `AuthenticatorAttestationResponse`. */
export const madePasskey = z.strictObject({
  id: bytes(1400),
  clientData: bytes(8000),
  authenticatorData: bytes(8000),
  publicKey: bytes(4000),
  algorithm: z.literal([-7, -257]).meta({ description: "COSE algorithm: -7 is ES256, -257 is RS256" }),
  transports: z.array(z.enum(transports)).max(transports.length),
}).meta({ id: "MadePasskey" });
export type MadePasskey = z.infer<typeof madePasskey>;

const name = line(accountLimits.passkeyName).trim().min(1);

/** Body of `POST /api/account/passkeys`. */
export const passkeyInput = z.strictObject({ name, passkey: madePasskey });
export type PasskeyInput = z.infer<typeof passkeyInput>;

/** Body of `PATCH /api/account/passkeys/{id}`. */
export const passkeyPatch = z.strictObject({ name });

/** The challenge that a passkey has to sign to log in. */
export const passkeyQuestion = z.object({
  challenge: z.string(),
  host: z.string(),
  timeoutMs: z.int(),
}).meta({ id: "PasskeyQuestion" });
export type PasskeyQuestion = z.infer<typeof passkeyQuestion>;

/** A challenge signed by a passkey: fields of a browser's `AuthenticatorAssertionResponse`. */
export const presentedPasskey = z.strictObject({
  id: bytes(1400),
  clientData: bytes(8000),
  authenticatorData: bytes(8000),
  signature: bytes(2000),
  userHandle: bytes(100).nullable(),
}).meta({ id: "ShownPasskey" });
export type PresentedPasskey = z.infer<typeof presentedPasskey>;

/** Body of `POST /api/auth/login` without name and password: null requests a challenge to sign. */
export const passkeyLoginBody = z.strictObject({ passkey: presentedPasskey.nullable() });
