import { ApiProblem } from "../api/api_problem.ts";
import type { Translate } from "../words/create_words.ts";

/** Says in words why a browser or the panel refused a passkey; `otherwise` where the browser gives no reason, as when one cancels. */
export function passkeyFault(fault: unknown, t: Translate, otherwise: string): string {
  if (fault instanceof ApiProblem) return fault.issues[0]?.message ?? fault.detail;
  if (!(fault instanceof DOMException)) throw fault;
  if (fault.name === "InvalidStateError") return t("auth.passkeyOnDevice");
  return fault.name === "SecurityError" ? t("auth.passkeyOtherName") : otherwise;
}
