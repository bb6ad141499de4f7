// An authenticator with passkeys, as a browser presents it to the panel: its data is built by hand from the
// standard, https://www.w3.org/TR/webauthn-2/, so that each part of it can be invalid.
import { Buffer } from "node:buffer";
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import type {
  MadePasskey,
  PasskeyOffer,
  PasskeyQuestion,
  PresentedPasskey,
} from "../../server/contract/passkeys.ts";

const PRESENT = 1;
const VERIFIED = 4;
const SYNCED = 8;
const WITH_KEY = 64;
const ORIGIN = "http://localhost:5780";

/** Deviations of an authenticator or a browser. */
export interface Deviations {
  challenge?: string;
  origin?: string;
  host?: string;
  type?: string;
  flags?: number;
  counter?: number;
  client?: Record<string, unknown>;
  userHandle?: string | null;
}

export class PasskeyDevice {
  readonly id = randomBytes(16).toString("base64url");
  readonly #keys: { publicKey: KeyObject; privateKey: KeyObject };
  readonly #algorithm: -7 | -257;
  counter = 0;
  handle = "c3RyYW5nZXI";

  constructor(kind: "ES256" | "RS256" = "ES256") {
    this.#algorithm = kind === "ES256" ? -7 : -257;
    this.#keys = kind === "ES256"
      ? generateKeyPairSync("ec", { namedCurve: "P-256" })
      : generateKeyPairSync("rsa", { modulusLength: 2048 });
  }

  get publicKey(): string {
    return this.#keys.publicKey.export({ type: "spki", format: "der" }).toString("base64url");
  }

  make({ challenge, host, user }: PasskeyOffer, deviations: Deviations = {}): MadePasskey {
    this.handle = user.id;
    const flags = deviations.flags ?? (PRESENT | VERIFIED | SYNCED | WITH_KEY);
    const id = Buffer.from(this.id, "base64url");
    const key = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, this.#coseKey()]);
    return {
      id: this.id,
      clientData: clientData({ type: "webauthn.create", challenge, ...deviations }),
      authenticatorData: Buffer.concat([head(host, this.counter, { flags, ...deviations }), key]).toString(
        "base64url",
      ),
      publicKey: this.publicKey,
      algorithm: this.#algorithm,
      transports: ["internal"],
    };
  }

  /** The public key in the labels of https://www.rfc-editor.org/rfc/rfc9053 and 8230, as CBOR. */
  #coseKey(): Buffer {
    const { x = "", y = "", n = "", e = "" } = this.#keys.publicKey.export({ format: "jwk" });
    const bytes = (text: string) => Buffer.from(text, "base64url");
    return this.#algorithm === -7
      ? Buffer.concat([hex("a5010203262001215820"), bytes(x), hex("225820"), bytes(y)])
      : Buffer.concat([hex("a401030339010020590100"), bytes(n), hex("2143"), bytes(e)]);
  }

  /** Signs the panel's challenge. */
  show({ challenge, host }: PasskeyQuestion, deviations: Deviations = {}): PresentedPasskey {
    const client = clientData({ type: "webauthn.get", challenge, ...deviations });
    const output = head(host, deviations.counter ?? this.counter, {
      flags: PRESENT | VERIFIED,
      ...deviations,
    });
    const hash = createHash("sha256").update(Buffer.from(client, "base64url")).digest();
    return {
      id: this.id,
      clientData: client,
      authenticatorData: output.toString("base64url"),
      signature: sign("sha256", Buffer.concat([output, hash]), this.#keys.privateKey).toString("base64url"),
      userHandle: deviations.userHandle === undefined ? this.handle : deviations.userHandle,
    };
  }
}

function head(
  host: string,
  counter: number,
  { flags, host: other }: { flags: number; host?: string },
): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([createHash("sha256").update(other ?? host).digest(), Buffer.from([flags]), count]);
}

function hex(text: string): Buffer {
  return Buffer.from(text, "hex");
}

function clientData({ type, challenge, origin = ORIGIN, client }: Deviations): string {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false, ...client })).toString(
    "base64url",
  );
}
