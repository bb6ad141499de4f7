// The only file that uses the WebAuthn library. The library checks type, challenge, origin, relying party,
// user presence, user verification and signature. This file checks what it omits: presence and the credential
// id on registration, cross-origin frames, and that the key is valid. Attestation is not requested, so which
// key belongs to which device is the browser's claim.
import { Buffer } from "node:buffer";
import { parsers, server } from "@passwordless-id/webauthn";
import type { MadePasskey, PresentedPasskey } from "../../../contract/passkeys.ts";
import { evenSignature } from "./even_signature.ts";
import { PasskeyError } from "./passkey_error.ts";
import type { RelyingParty } from "./relying_party.ts";

/** What a response must match. */
export interface Expected {
  challenge: string;
  party: RelyingParty;
}

/** The stored data of a new passkey. */
export interface NewPasskey {
  algorithm: "ES256" | "RS256";
  counter: number;
  synced: boolean;
}

/** The stored data that is needed to verify a passkey. */
export interface KnownPasskey {
  credential_id: string;
  public_key: string;
  algorithm: "ES256" | "RS256";
}

const ALGORITHMS = { [-7]: "ES256", [-257]: "RS256" } as const;
const CLIENT = { type: "public-key", clientExtensionResults: {} } as const;
/** Offset of the credential id's length in the authenticator data. */
const KEY_NAME_AT = 53;

/** Returns the challenge that a browser claims to have signed. Throws `PasskeyError`. */
export function challengeOf({ clientData }: { clientData: string }): string {
  const { challenge } = readClient(clientData);
  if (typeof challenge !== "string") throw new PasskeyError("not_verified");
  return challenge;
}

/** Verifies the registration of a passkey. Throws `PasskeyError`. */
export async function verifyMade(made: MadePasskey, expected: Expected): Promise<NewPasskey> {
  const algorithm = ALGORITHMS[made.algorithm];
  refuseFrames(made.clientData);
  const { synced, authenticator } = await orRejected(async () => {
    await server.parseCryptoKey(algorithm, made.publicKey);
    if (!isPresent(made.authenticatorData) || keyNameIn(made.authenticatorData) !== made.id) {
      throw new Error("nobody was there, or it is about another key");
    }
    return await server.verifyRegistration(asRegistration(made), rulesOf(expected));
  });
  return { algorithm, counter: authenticator.counter, synced };
}

/** Verifies the assertion of a passkey; returns its signature counter. Throws `PasskeyError`. */
export async function verifyPresented(presented: PresentedPasskey, known: KnownPasskey, expected: Expected) {
  refuseFrames(presented.clientData);
  const { credential_id: id, public_key: publicKey, algorithm } = known;
  const { counter } = await orRejected(() =>
    server.verifyAuthentication(
      asAuthentication(presented, algorithm),
      { id, publicKey, algorithm, transports: [] },
      rulesOf(expected),
    )
  );
  return counter;
}

function rulesOf({ challenge, party }: Expected) {
  return { challenge, origin: party.isOrigin, domain: party.host, userVerified: true };
}

function asRegistration(
  { id, clientData, authenticatorData, publicKey, algorithm, transports }: MadePasskey,
) {
  return {
    ...{ ...CLIENT, id, rawId: id, user: { name: "" } },
    response: {
      ...{
        clientDataJSON: clientData,
        authenticatorData,
        publicKey,
        publicKeyAlgorithm: algorithm,
        transports,
      },
      attestationObject: "",
    },
  };
}

function asAuthentication(
  { id, clientData, authenticatorData, signature }: PresentedPasskey,
  algorithm: string,
) {
  const signed = Buffer.from(signature, "base64url");
  const even = algorithm === "ES256" ? Buffer.from(evenSignature(signed)).toString("base64url") : signature;
  return {
    ...{ ...CLIENT, id, rawId: id },
    response: { clientDataJSON: clientData, authenticatorData, signature: even },
  };
}

function isPresent(authenticatorData: string): boolean {
  return parsers.parseAuthenticator(authenticatorData).flags.userPresent;
}

function keyNameIn(authenticatorData: string): string {
  const bytes = Buffer.from(authenticatorData, "base64url");
  const start = KEY_NAME_AT + 2;
  return bytes.subarray(start, start + bytes.readUInt16BE(KEY_NAME_AT)).toString("base64url");
}

// In a frame, the passkey would sign for the site that embeds the page.
function refuseFrames(clientData: string): void {
  const { crossOrigin, topOrigin } = readClient(clientData);
  if (crossOrigin === true || topOrigin !== undefined) throw new PasskeyError("not_verified");
}

function readClient(clientData: string): { challenge?: unknown; crossOrigin?: unknown; topOrigin?: unknown } {
  try {
    return Object(parsers.parseClient(clientData));
  } catch (cause) {
    throw new PasskeyError("not_verified", { cause });
  }
}

// The library reports rejections by throwing, and so does the platform for invalid keys and numbers.
async function orRejected<T>(check: () => Promise<T>): Promise<T> {
  try {
    return await check();
  } catch (cause) {
    throw new PasskeyError("not_verified", { cause });
  }
}
