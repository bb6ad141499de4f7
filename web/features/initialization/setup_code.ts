import { addressSecret } from "../../shared/page/address_secret.ts";

/** The setup code in the fragment of the console link. */
export const setupCode = addressSecret("setup-code", codeInFragment);

/** Reads the code from a fragment such as `#code=K7WM-2PQX`. */
export function codeInFragment(fragment: string): string {
  return /^#code=([0-9A-Za-z-]{1,40})$/.exec(fragment)?.[1] ?? "";
}
