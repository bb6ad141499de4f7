import type { UpdateFault } from "../../../contract/system.ts";
import { faultCode } from "../../../platform/files/file_faults.ts";
import { ProxyRefused } from "../../../platform/outbound/connect.ts";
import { OutboundRefused } from "../../../platform/outbound/outbound_policy.ts";
import { WebRefused } from "../../../platform/outbound/web_request.ts";
import { ReleaseRefused } from "../../../platform/release/manifest.ts";

const byCode: Record<string, UpdateFault> = {
  ENOSPC: "no_room",
  EDQUOT: "no_room",
  EACCES: "not_writable",
  EPERM: "not_writable",
  EROFS: "not_writable",
};
const networkCode = /^(ECONN|ENET|EHOST|EAI_|ENOTFOUND|ETIMEDOUT|EPIPE|ERR_SOCKET|UND_)/;

/** Finds the name of what went wrong with an update. */
export function updateFaultOf(fault: unknown): UpdateFault {
  if (fault instanceof ReleaseRefused) return fault.fault;
  if (fault instanceof OutboundRefused) {
    return fault.reason === "inner_network" ? "address_refused" : "unreachable";
  }
  if (fault instanceof WebRefused) return "bad_answer";
  if (fault instanceof ProxyRefused) return "unreachable";
  const code = faultCode(fault) ?? "";
  const message = fault instanceof Error ? fault.message : "";
  if (/CERT|SELF_SIGNED|UNABLE_TO_|^ERR_TLS/.test(code) || /certificate|tls|ssl/i.test(message)) {
    return "certificate_refused";
  }
  if (byCode[code] !== undefined) return byCode[code];
  return networkCode.test(code) || /connection|gave up waiting|aborted/i.test(message)
    ? "unreachable"
    : "unexpected";
}
