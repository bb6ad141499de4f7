// The one place that knows the library. It checks type, challenge, origin, relying party, presence, verification and signature; what
// it leaves out is checked here: presence and the named key when a passkey is made, frames of other sites, and that a key can be
// read. Who made a device is not asked for, so which key belongs to which device is the browser's word.
import { Buffer } from "node:buffer";
import { parsers, server } from "@passwordless-id/webauthn";
import type { MadePasskey, PresentedPasskey } from "../../../contract/passkeys.ts";
import { evenSignature } from "./even_signature.ts";
import { PasskeyError } from "./passkey_error.ts";
import type { RelyingParty } from "./relying_party.ts";

/** What must hold of an answer. */
export interface Expected {
  challenge: string;
  party: RelyingParty;
}

/** What is kept of a passkey that was made. */
export interface NewPasskey {
  algorithm: "ES256" | "RS256";
  counter: number;
  synced: boolean;
}

/** What is known of a passkey that is shown. */
export interface KnownPasskey {
  credential_id: string;
  public_key: string;
  algorithm: "ES256" | "RS256";
}

const ALGORITHMS = { [-7]: "ES256", [-257]: "RS256" } as const;
const CLIENT = { type: "public-key", clientExtensionResults: {} } as const;
/** Where, in what an authenticator says, the length of the name of a new key stands. */
const KEY_NAME_AT = 53;

/** Reads which challenge a browser says it has answered. Throws `PasskeyRefused`. */
export function challengeOf({ clientData }: { clientData: string }): string {
  const { challenge } = readClient(clientData);
  if (typeof challenge !== "string") throw new PasskeyError("not_verified");
  return challenge;
}

/** Checks what a browser has made. Throws `PasskeyRefused`. */
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

/** Checks what a passkey has signed; answers how many signatures its device has counted. Throws `PasskeyRefused`. */
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

// Shown to a page inside one of another site, a passkey would sign for whoever lies around it.
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

// The library refuses by throwing, and so does the platform for keys and numbers that are none.
async function orRejected<T>(check: () => Promise<T>): Promise<T> {
  try {
    return await check();
  } catch (cause) {
    throw new PasskeyError("not_verified", { cause });
  }
}
