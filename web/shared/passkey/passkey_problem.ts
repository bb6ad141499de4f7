import { ApiProblem } from "../../api/api_problem.ts";
import type { Translate } from "../../messages/create_messages.ts";

/**
 * Returns the message for a passkey that the browser or the server rejected; `otherwise` when the browser gives no
 * reason, such as when the user cancels.
 */
export function passkeyProblem(error: unknown, t: Translate, otherwise: string): string {
  if (error instanceof ApiProblem) return error.issues[0]?.message ?? error.detail;
  if (!(error instanceof DOMException)) throw error;
  if (error.name === "InvalidStateError") return t("auth.passkeyOnDevice");
  return error.name === "SecurityError" ? t("auth.passkeyOtherName") : otherwise;
}
