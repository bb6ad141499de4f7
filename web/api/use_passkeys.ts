import { useQuery } from "@tanstack/react-query";
import type { Passkey } from "../../server/contract/passkeys.ts";
import type { List } from "../../server/contract/shapes.ts";
import { queryKeys } from "./query_keys.ts";
import { useApi } from "./use_api.tsx";

export function usePasskeys() {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.passkeys(),
    queryFn: ({ signal }) => api.get<List<Passkey>>("/account/passkeys", { signal }),
  });
}

type PasskeyObstacle = "address" | "insecure" | "unsupported";

const digits = /^(\d+\.){3}\d+$|^\[/;

/** Returns why this page cannot use passkeys; null when it can. */
export function passkeyObstacle(): PasskeyObstacle | null {
  if (digits.test(location.hostname)) return "address";
  if (!isSecureContext) return "insecure";
  return "PublicKeyCredential" in globalThis ? null : "unsupported";
}
