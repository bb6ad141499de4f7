import { addressSecret } from "../../shared/page/address_secret.ts";

/** The secret of an invitation in the fragment of its link. */
export const invitationToken = addressSecret("invitation", tokenInFragment);

/** Reads the secret from a fragment such as `#pQ9…`. */
export function tokenInFragment(fragment: string): string {
  return /^#([\w-]{1,100})$/.exec(fragment)?.[1] ?? "";
}
