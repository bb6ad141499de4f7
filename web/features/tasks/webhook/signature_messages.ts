import type { DeliveryReason, WebhookSignature } from "../../../../server/contract/webhook_kinds.ts";
import type { MessageKey } from "../../../messages/messages.ts";

export const signatureMessages: Record<WebhookSignature, { name: MessageKey; help: MessageKey }> = {
  standard: { name: "webhooks.standard", help: "webhooks.standardHelp" },
  github: { name: "webhooks.github", help: "webhooks.githubHelp" },
  gitlab: { name: "webhooks.gitlab", help: "webhooks.gitlabHelp" },
  header: { name: "webhooks.header", help: "webhooks.headerHelp" },
};

export const reasonMessages: Record<DeliveryReason, MessageKey> = {
  signature: "webhooks.reasonSignature",
  time: "webhooks.reasonTime",
  repeated: "webhooks.reasonRepeated",
  not_json: "webhooks.reasonNotJson",
  parameters: "webhooks.reasonParameters",
  disabled: "webhooks.reasonDisabled",
  expired: "webhooks.reasonExpired",
  window: "webhooks.reasonWindow",
  overlap: "webhooks.reasonOverlap",
  read_only: "webhooks.reasonReadOnly",
};
