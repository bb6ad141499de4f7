// Between the server and the browser, where devices create passkeys and sign with them. The server receives only the fields
// it checks, as text.
import type {
  MadePasskey,
  PasskeyOffer,
  PasskeyQuestion,
  PresentedPasskey,
} from "../../server/contract/passkeys.ts";

/** Creates a passkey in the browser. Throws the browser's DOMException. */
export async function makePasskey(offer: PasskeyOffer): Promise<MadePasskey> {
  const { challenge, host, title, user, known, timeoutMs } = offer;
  const made = await navigator.credentials.create({
    publicKey: {
      challenge: toBytes(challenge),
      rp: { id: host, name: title },
      user: { id: toBytes(user.id), name: user.name, displayName: user.name },
      // All devices support ES256; older Windows versions use RS256.
      pubKeyCredParams: [-7, -257].map((alg) => ({ alg, type: "public-key" })),
      excludeCredentials: known.map(({ id, transports }) => ({
        id: toBytes(id),
        type: "public-key",
        transports: [...transports] as AuthenticatorTransport[], // the DOM types lack "smart-card"
      })),
      authenticatorSelection: {
        residentKey: "required",
        requireResidentKey: true,
        userVerification: "required",
      },
      timeout: timeoutMs,
    },
  }) as PublicKeyCredential; // the options request a public key
  const response = made.response as AuthenticatorAttestationResponse; // the response to a creation
  return {
    id: made.id,
    clientData: toText(response.clientDataJSON),
    authenticatorData: toText(response.getAuthenticatorData()),
    publicKey: toText(response.getPublicKey() ?? new ArrayBuffer()),
    algorithm: response.getPublicKeyAlgorithm() as MadePasskey["algorithm"], // one of the requested algorithms
    transports: response.getTransports() as MadePasskey["transports"], // values of the standard
  };
}

/** Signs in the browser with a passkey of the user's choice. Throws the browser's DOMException. */
export async function showPasskey(
  { challenge, host, timeoutMs }: PasskeyQuestion,
): Promise<PresentedPasskey> {
  const credential = await navigator.credentials.get({
    publicKey: {
      challenge: toBytes(challenge),
      rpId: host,
      timeout: timeoutMs,
      userVerification: "required",
    },
  }) as PublicKeyCredential; // the options request a public key
  const response = credential.response as AuthenticatorAssertionResponse; // the response to an assertion
  return {
    id: credential.id,
    clientData: toText(response.clientDataJSON),
    authenticatorData: toText(response.authenticatorData),
    signature: toText(response.signature),
    userHandle: response.userHandle && toText(response.userHandle),
  };
}

function toBytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
}

function toText(bytes: ArrayBuffer): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
