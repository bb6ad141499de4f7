import type { Webhook } from "../../../../server/contract/webhooks.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { Button } from "../../../ui/buttons/button.tsx";
import { type Detail, DetailList } from "../../../ui/data/detail_list.tsx";
import { KeyRound, Pencil, Trash2 } from "../../../ui/icons/icons.ts";
import { CopyButton } from "../../../ui/inputs/copy_button.tsx";
import { signatureMessages } from "./signature_messages.ts";
import { addressOf } from "./webhook_api.ts";
import type { WebhookStep } from "./webhook_dialogs.tsx";

/** Renders where a webhook is, how senders sign, and where the values of parameters are. */
export function WebhookDetails({ webhook }: { webhook: Webhook }) {
  const { t } = useMessages();
  const address = addressOf(webhook);
  const mapped = Object.entries(webhook.mapping);
  const details: (Detail | null)[] = [
    [
      t("webhooks.address"),
      <span key="address" className="flex items-start gap-1">
        <code className="min-w-0 font-mono text-xs leading-5 wrap-anywhere">{address}</code>
        <span className="-my-1 shrink-0">
          <CopyButton text={address} />
        </span>
      </span>,
      "long",
    ],
    [t("webhooks.signature"), t(signatureMessages[webhook.signature].name)],
    mapped.length === 0 ? null : [
      t("webhooks.mapping"),
      <ul key="mapping" className="m-0 flex list-none flex-col gap-1 p-0">
        {mapped.map(([name, pointer]) => (
          <li key={name} className="flex flex-wrap gap-x-2 font-mono text-xs">
            <span>{name}</span>
            <span className="text-muted wrap-anywhere">{pointer}</span>
          </li>
        ))}
      </ul>,
      "long",
    ],
  ];
  return <DetailList details={details} />;
}

/** Renders buttons for what can be done with a webhook. */
export function WebhookActions({ onStep }: { onStep: (step: WebhookStep) => void }) {
  const { t } = useMessages();
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="small" icon={<Pencil size={14} />} onClick={() => onStep("form")}>
        {t("webhooks.edit")}
      </Button>
      <Button size="small" icon={<KeyRound size={14} />} onClick={() => onStep("renew")}>
        {t("webhooks.renew")}
      </Button>
      <Button size="small" icon={<Trash2 size={14} />} onClick={() => onStep("remove")}>
        {t("webhooks.remove")}
      </Button>
    </div>
  );
}
