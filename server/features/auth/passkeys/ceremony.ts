// The only file that uses the WebAuthn library, which checks type, challenge, origin, relying party, user
// presence, user verification and signature. This file adds what it omits: cross-origin frames, and on
// registration that the credential id is the signed one. Attestation is not requested, so which key belongs to
// which device is the browser's claim.
import { Buffer } from "node:buffer";
import { createPublicKey } from "node:crypto";
import type { MadePasskey, PresentedPasskey } from "../../../contract/passkeys.ts";
import type { RelyingParty } from "./challenges.ts";

/** Why a passkey was rejected; for the audit log, not for the client. */
export type PasskeyProblem = "unknown_key" | "other_host" | "no_challenge" | "not_verified" | "older_counter";

/** The passkey does not grant access. */
export class PasskeyError extends Error {
  override readonly name = "PasskeyError";
  readonly #passkey: string | undefined;

  /** `passkey` is its name, if the panel knows it. */
  constructor(
    readonly problem: PasskeyProblem,
    { passkey, cause }: { passkey?: string; cause?: unknown } = {},
  ) {
    super(`a passkey was rejected: ${problem}`, { cause });
    this.#passkey = passkey;
  }

  get detail(): { fault: PasskeyProblem; passkey?: string } {
    return { fault: this.problem, ...(this.#passkey !== undefined && { passkey: this.#passkey }) };
  }
}

/** What a response must match. */
interface Expected {
  challenge: string;
  party: RelyingParty;
}

/** The stored data of a new passkey. */
interface NewPasskey {
  algorithm: "ES256" | "RS256";
  counter: number;
  synced: boolean;
}

/** The stored data that is needed to verify a passkey. */
interface KnownPasskey {
  credential_id: string;
  /** DER of its SubjectPublicKeyInfo in base64url, as browsers export it. */
  public_key: string;
  algorithm: "ES256" | "RS256";
}

const ALGORITHMS = { [-7]: "ES256", [-257]: "RS256" } as const;
const DER_SEQUENCE = 0x30;
const CREDENTIAL = { type: "public-key", clientExtensionResults: {} } as const;

/** Returns the challenge that a browser claims to have signed. Throws `PasskeyError`. */
export function challengeOf({ clientData }: { clientData: string }): string {
  const { challenge } = readClient(clientData);
  if (typeof challenge !== "string") throw new PasskeyError("not_verified");
  return challenge;
}

/** Verifies the registration of a passkey and returns what to store of it. Throws `PasskeyError`. */
export async function verifyRegistration(made: MadePasskey, expected: Expected): Promise<NewPasskey> {
  rejectFrames(made.clientData);
  const { isoCBOR, verifyRegistrationResponse } = await loadWebAuthn();
  const algorithm = ALGORITHMS[made.algorithm];
  return await orRejected(async () => {
    // Rejects a key that no assertion could be verified with.
    toCoseKey(made.publicKey, algorithm);
    const attestation = new Map<string, Map<string, string> | string | Uint8Array>([
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", new Uint8Array(Buffer.from(made.authenticatorData, "base64url"))],
    ]);
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      ...rulesOf(expected),
      supportedAlgorithmIDs: [made.algorithm],
      response: {
        ...CREDENTIAL,
        id: made.id,
        rawId: made.id,
        response: {
          clientDataJSON: made.clientData,
          attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString("base64url"),
        },
      },
    });
    if (!verified || registrationInfo.credential.id !== made.id) {
      throw new Error("the response belongs to another passkey");
    }
    const { credential: { counter }, credentialDeviceType } = registrationInfo;
    return { algorithm, counter, synced: credentialDeviceType === "multiDevice" };
  });
}

/** Verifies the assertion of a passkey; returns its signature counter. Throws `PasskeyError`. */
export async function verifyAssertion(presented: PresentedPasskey, known: KnownPasskey, expected: Expected) {
  const { id, clientData, authenticatorData, signature } = presented;
  rejectFrames(clientData);
  const { isoCBOR, verifyAuthenticationResponse } = await loadWebAuthn();
  return await orRejected(async () => {
    if (id !== known.credential_id) throw new Error("the response belongs to another passkey");
    if (known.algorithm === "ES256") rejectPadding(Buffer.from(signature, "base64url"));
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      ...rulesOf(expected),
      response: {
        ...CREDENTIAL,
        id,
        rawId: id,
        response: { clientDataJSON: clientData, authenticatorData, signature },
      },
      credential: {
        id,
        publicKey: isoCBOR.encode(toCoseKey(known.public_key, known.algorithm)),
        // The database compares the counters, in one statement with the update.
        counter: 0,
      },
    });
    if (!verified) throw new Error("the signature is not valid");
    return authenticationInfo.newCounter;
  });
}

// Loaded at first use: it takes 11 MB and a tenth of a second.
async function loadWebAuthn() {
  const [server, { isoCBOR }] = await Promise.all([
    import("@simplewebauthn/server"),
    import("@simplewebauthn/server/helpers"),
  ]);
  return { ...server, isoCBOR };
}

function rulesOf({ challenge, party }: Expected) {
  return {
    expectedChallenge: challenge,
    expectedOrigin: [...party.origins],
    expectedRPID: party.host,
    requireUserVerification: true,
  };
}

type CoseKey = Map<number, number | Uint8Array>;

/** Converts a stored key to COSE. Throws if it is none of this algorithm. */
function toCoseKey(publicKey: string, algorithm: KnownPasskey["algorithm"]): CoseKey {
  const der = Buffer.from(publicKey, "base64url");
  const { kty, crv, x, y, n, e } = createPublicKey({ key: der, format: "der", type: "spki" })
    .export({ format: "jwk" });
  // The labels of RFC 9053: kty, alg, crv, x, y.
  if (algorithm === "ES256" && crv === "P-256") return coseKey([[1, 2], [3, -7], [-1, 1], [-2, x], [-3, y]]);
  // The labels of RFC 8230: kty, alg, n, e.
  if (algorithm === "RS256" && kty === "RSA") return coseKey([[1, 3], [3, -257], [-1, n], [-2, e]]);
  throw new Error(`the key is not valid for ${algorithm}`);
}

function coseKey(entries: readonly [label: number, value: number | string | undefined][]): CoseKey {
  const bytes = (text = "") => new Uint8Array(Buffer.from(text, "base64url"));
  return new Map(entries.map(([label, value]) => [label, typeof value === "number" ? value : bytes(value)]));
}

// The library also accepts a DER sequence of another length and bytes after it.
function rejectPadding(signature: Uint8Array): void {
  if (signature[0] !== DER_SEQUENCE || signature[1] !== signature.length - 2) {
    throw new Error("the signature is not a single DER sequence");
  }
}

// In a frame, the passkey would sign for the site that embeds the page.
function rejectFrames(clientData: string): void {
  const { crossOrigin, topOrigin } = readClient(clientData);
  if (crossOrigin === true || topOrigin !== undefined) throw new PasskeyError("not_verified");
}

function readClient(clientData: string): { challenge?: unknown; crossOrigin?: unknown; topOrigin?: unknown } {
  try {
    return Object(JSON.parse(Buffer.from(clientData, "base64url").toString()));
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
