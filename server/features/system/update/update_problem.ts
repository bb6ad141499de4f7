import type { UpdateProblem } from "../../../contract/system.ts";
import { errorCode } from "../../../platform/files/file_errors.ts";
import { ProxyError } from "../../../platform/outbound/proxy_reader.ts";
import { OutboundError } from "../../../platform/outbound/outbound_policy.ts";
import { WebError } from "../../../platform/outbound/web_request.ts";
import { ReleaseError } from "../../../platform/release/manifest.ts";

const byCode: Record<string, UpdateProblem> = {
  ENOSPC: "no_room",
  EDQUOT: "no_room",
  EACCES: "not_writable",
  EPERM: "not_writable",
  EROFS: "not_writable",
};
const networkCode = /^(ECONN|ENET|EHOST|EAI_|ENOTFOUND|ETIMEDOUT|EPIPE|ERR_SOCKET|UND_)/;

export function updateProblemOf(error: unknown): UpdateProblem {
  if (error instanceof ReleaseError) return error.error;
  if (error instanceof OutboundError) {
    return error.reason === "inner_network" ? "address_refused" : "unreachable";
  }
  if (error instanceof WebError) return "bad_answer";
  if (error instanceof ProxyError) return "unreachable";
  const code = errorCode(error) ?? "";
  const message = error instanceof Error ? error.message : "";
  if (/CERT|SELF_SIGNED|UNABLE_TO_|^ERR_TLS/.test(code) || /certificate|tls|ssl/i.test(message)) {
    return "certificate_refused";
  }
  if (byCode[code] !== undefined) return byCode[code];
  return networkCode.test(code) || /connection|aborted/i.test(message) ? "unreachable" : "unexpected";
}
