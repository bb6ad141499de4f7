// Encrypts and signs messages for the push services of browsers: RFC 8291 (with the encoding of RFC 8188) and RFC 8292.
import { Buffer } from "node:buffer";

/** What a browser gives out so that messages to it can be encrypted, in base64url. */
export interface PushKeys {
  /** The public key of the browser, an uncompressed point of P-256. */
  publicKey: string;
  authSecret: string;
}

/** What makes an encrypted message unique. */
export interface PushSeed {
  keys: CryptoKeyPair;
  salt: Uint8Array<ArrayBuffer>;
}

type Bytes = Uint8Array<ArrayBuffer>;

/** Size of one record in bytes. Push services accept no larger message, so there is never a second record. */
const RECORD_BYTES = 4096;
/** Maximum size of a message in bytes: a record without header (86), authentication tag (16) and end mark (1). */
export const MAX_PUSH_BYTES = RECORD_BYTES - 103;
/** A signature is valid for this time; services accept at most 24 hours. */
const SIGNATURE_S = 12 * 3600;

/** Encrypts a message for one browser. Throws a `DOMException` or a `TypeError` for invalid keys. */
export async function encryptPush(
  text: string,
  { publicKey, authSecret }: PushKeys,
  seed?: PushSeed,
): Promise<Bytes> {
  const { keys, salt } = seed ?? await freshSeed();
  const receiver = Buffer.from(publicKey, "base64url");
  const sender = Buffer.from(await crypto.subtle.exportKey("raw", keys.publicKey));
  const other = await crypto.subtle.importKey("raw", receiver, curve, false, []);
  const shared = await crypto.subtle.deriveBits({ name: "ECDH", public: other }, keys.privateKey, 256);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), receiver, sender]);
  const secret = await derive(shared, { salt: Buffer.from(authSecret, "base64url"), info, bytes: 32 });
  const of = (name: string, bytes: number) =>
    derive(secret, { salt, info: Buffer.from(`Content-Encoding: ${name}\0`), bytes });
  const key = await crypto.subtle.importKey("raw", await of("aes128gcm", 16), "AES-GCM", false, ["encrypt"]);
  const content = Buffer.concat([Buffer.from(text), Buffer.from([2])]); // the mark of the last record
  const encrypted = await crypto.subtle.encrypt({ name: "AES-GCM", iv: await of("nonce", 12) }, key, content);
  const header = Buffer.alloc(5);
  header.writeUInt32BE(RECORD_BYTES);
  header.writeUInt8(sender.length, 4);
  return new Uint8Array(Buffer.concat([salt, header, sender, Buffer.from(encrypted)]));
}

const curve = { name: "ECDH", namedCurve: "P-256" } as const;

async function freshSeed(): Promise<PushSeed> {
  return {
    keys: await crypto.subtle.generateKey(curve, true, ["deriveBits"]),
    salt: crypto.getRandomValues(new Uint8Array(16)),
  };
}

async function derive(
  secret: ArrayBuffer,
  { salt, info, bytes }: { salt: Uint8Array<ArrayBuffer>; info: Uint8Array<ArrayBuffer>; bytes: number },
): Promise<ArrayBuffer> {
  const key = await crypto.subtle.importKey("raw", secret, "HKDF", false, ["deriveBits"]);
  return await crypto.subtle.deriveBits({ name: "HKDF", hash: "SHA-256", salt, info }, key, bytes * 8);
}

const signing = { name: "ECDSA", namedCurve: "P-256" } as const;

/**
 * Returns the `Authorization` header with which a push service recognizes the sender that the browser subscribed to.
 * `signingKey` is a private key as PKCS #8 in base64url, `contact` a URL of the sender. Throws a `DOMException` for an
 * invalid key.
 */
export async function signPush(
  { endpoint, signingKey, contact, now }: {
    endpoint: string;
    signingKey: string;
    contact: string;
    /** In ms since the epoch. */
    now: number;
  },
): Promise<string> {
  const bytes = Buffer.from(signingKey, "base64url");
  const key = await crypto.subtle.importKey("pkcs8", bytes, signing, true, ["sign"]);
  const { x = "", y = "" } = await crypto.subtle.exportKey("jwk", key);
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, "base64url"), Buffer.from(y, "base64url")]);
  const claims = {
    aud: new URL(endpoint).origin,
    exp: Math.floor(now / 1000) + SIGNATURE_S,
    ...(contact !== "" && { sub: contact }),
  };
  const content = [{ typ: "JWT", alg: "ES256" }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
  const signature = await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, key, Buffer.from(content));
  const token = `${content}.${Buffer.from(signature).toString("base64url")}`;
  return `vapid t=${token}, k=${point.toString("base64url")}`;
}
