import type { SignOnError } from "../../../contract/sign_on_errors.ts";

/** Why a login by a provider or a proxy failed; the login page shows a sentence for it. */
export class SignOnFailure extends Error {
  override readonly name = "SignOnFailure";

  constructor(readonly reason: SignOnError, options?: { cause?: unknown }) {
    super(reason, options);
  }
}
