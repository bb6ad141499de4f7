import type { Passkey } from "../../server/contract/passkeys.ts";
import type { List } from "../../server/contract/shapes.ts";
import { queryKeys } from "./query_keys.ts";
import { useApiQuery } from "./use_api.tsx";

export function usePasskeys() {
  return useApiQuery<List<Passkey>>(queryKeys.passkeys(), "/account/passkeys");
}

type PasskeyObstacle = "address" | "insecure" | "unsupported";

const digits = /^(\d+\.){3}\d+$|^\[/;

/** Returns why this page cannot use passkeys; null when it can. */
export function passkeyObstacle(): PasskeyObstacle | null {
  if (digits.test(location.hostname)) return "address";
  if (!isSecureContext) return "insecure";
  return "PublicKeyCredential" in globalThis ? null : "unsupported";
}
