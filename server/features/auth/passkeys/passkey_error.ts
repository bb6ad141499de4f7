/** Why a passkey was refused; for the audit log, not for whoever showed it. */
export type PasskeyProblem = "unknown_key" | "other_host" | "no_challenge" | "not_verified" | "older_counter";

/** A passkey that does not open the panel. */
export class PasskeyError extends Error {
  override readonly name = "PasskeyRefused";
  readonly fault: PasskeyProblem;
  readonly #passkey: string | undefined;

  /** `passkey` is its name, where it is one of the panel's. */
  constructor(fault: PasskeyProblem, { passkey, cause }: { passkey?: string; cause?: unknown } = {}) {
    super(`a passkey was refused: ${fault}`, { cause });
    this.fault = fault;
    this.#passkey = passkey;
  }

  /** What the audit log is told. */
  get detail(): { fault: PasskeyProblem; passkey?: string } {
    return { fault: this.fault, ...(this.#passkey !== undefined && { passkey: this.#passkey }) };
  }
}
