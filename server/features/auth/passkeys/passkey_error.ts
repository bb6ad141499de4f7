/** Why a passkey was rejected; for the audit log, not for the client. */
export type PasskeyProblem = "unknown_key" | "other_host" | "no_challenge" | "not_verified" | "older_counter";

/** The passkey does not grant access. */
export class PasskeyError extends Error {
  override readonly name = "PasskeyError";
  readonly fault: PasskeyProblem;
  readonly #passkey: string | undefined;

  /** `passkey` is its name, if the panel knows it. */
  constructor(fault: PasskeyProblem, { passkey, cause }: { passkey?: string; cause?: unknown } = {}) {
    super(`a passkey was refused: ${fault}`, { cause });
    this.fault = fault;
    this.#passkey = passkey;
  }

  /** Details for the audit log. */
  get detail(): { fault: PasskeyProblem; passkey?: string } {
    return { fault: this.fault, ...(this.#passkey !== undefined && { passkey: this.#passkey }) };
  }
}
