/** How the senders of a webhook prove who they are. */
export const webhookSignatures = ["standard", "github", "gitlab", "header"] as const;
export type WebhookSignature = (typeof webhookSignatures)[number];

/** Why a delivery was refused. */
export const deliveryReasons = [
  "signature",
  "time",
  "repeated",
  "not_json",
  "parameters",
  "disabled",
  "expired",
  "window",
  "overlap",
  "read_only",
] as const;
export type DeliveryReason = (typeof deliveryReasons)[number];
