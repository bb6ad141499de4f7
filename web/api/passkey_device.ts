// Between the panel and the browser, which has people's devices make passkeys and sign with them. The panel is sent the few fields it
// looks at, as text.
import type {
  MadePasskey,
  PasskeyOffer,
  PasskeyQuestion,
  PresentedPasskey,
} from "../../server/contract/passkeys.ts";

/** Has the browser make a passkey. Throws the browser's DOMException. */
export async function makePasskey(offer: PasskeyOffer): Promise<MadePasskey> {
  const { challenge, host, title, user, known, timeoutMs } = offer;
  const made = await navigator.credentials.create({
    publicKey: {
      challenge: toBytes(challenge),
      rp: { id: host, name: title },
      user: { id: toBytes(user.id), name: user.name, displayName: user.name },
      // ES256 is known to all devices, RS256 to older Windows.
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
  }) as PublicKeyCredential; // of public keys, as asked
  const response = made.response as AuthenticatorAttestationResponse; // to making one
  return {
    id: made.id,
    clientData: toText(response.clientDataJSON),
    authenticatorData: toText(response.getAuthenticatorData()),
    publicKey: toText(response.getPublicKey() ?? new ArrayBuffer()),
    algorithm: response.getPublicKeyAlgorithm() as MadePasskey["algorithm"], // of those asked for
    transports: response.getTransports() as MadePasskey["transports"], // words of the standard
  };
}

/** Has the browser show a passkey, any the person chooses. Throws the browser's DOMException. */
export async function showPasskey(
  { challenge, host, timeoutMs }: PasskeyQuestion,
): Promise<PresentedPasskey> {
  const visible = await navigator.credentials.get({
    publicKey: {
      ...{ challenge: toBytes(challenge), rpId: host, timeout: timeoutMs },
      userVerification: "required",
    },
  }) as PublicKeyCredential; // of public keys, as asked
  const response = visible.response as AuthenticatorAssertionResponse; // to showing one
  return {
    id: visible.id,
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
