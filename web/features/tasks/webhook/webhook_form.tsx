import { webhookLimits } from "../../../../server/contract/limits/webhooks.ts";
import type { TaskDetail } from "../../../../server/contract/tasks.ts";
import { type WebhookSignature, webhookSignatures } from "../../../../server/contract/webhook_kinds.ts";
import type { NewWebhook, Webhook } from "../../../../server/contract/webhooks.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useChange } from "../../../shared/actions/use_action.ts";
import { Select, TextField, useFormValues } from "../../../ui/form/fields.tsx";
import { FormDialog } from "../../../ui/form/form_dialog.tsx";
import { useServerForm } from "../../../ui/form/use_server_form.ts";
import { signatureMessages } from "./signature_messages.ts";

interface WebhookValues {
  signature: WebhookSignature;
  mapping: Record<string, string>;
}

interface WebhookFormProps {
  task: Pick<TaskDetail, "id" | "parameters">;
  /** Null for a new one. */
  webhook: Webhook | null;
  /** Called instead of `onClose` with a new one. */
  onMade: (made: NewWebhook) => void;
  onClose: () => void;
}

/** Renders how senders of a webhook sign, and where in what they send the values of parameters are. */
export default function WebhookForm(
  { task: { id, parameters }, webhook, onMade, onClose }: WebhookFormProps,
) {
  const { t } = useMessages();
  const { mutateAsync: save } = useChange({
    send: (api, values: WebhookValues) =>
      webhook
        ? api.patch<Webhook>(`/tasks/${id}/webhook`, values)
        : api.put<NewWebhook>(`/tasks/${id}/webhook`, values),
    invalidates: [["tasks"]],
    waits: true,
    ...webhook && { done: "webhooks.saved" as const },
  });
  const form = useServerForm<WebhookValues, Webhook | NewWebhook>({
    values: {
      signature: webhook?.signature ?? "standard",
      mapping: Object.fromEntries(parameters.map(({ name }) => [name, webhook?.mapping[name] ?? ""])),
    },
    save: ({ values: { signature, mapping } }) =>
      save({
        signature,
        mapping: Object.fromEntries(Object.entries(mapping).filter(([, pointer]) => pointer !== "")),
      }),
    onSaved(saved) {
      if ("secret" in saved) onMade(saved);
      else onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={t(webhook ? "webhooks.editTitle" : "webhooks.makeTitle")}
      submitLabel={t(webhook ? "ui.save" : "webhooks.make")}
      onClose={onClose}
    >
      <SignatureField />
      <fieldset className="m-0 flex min-w-0 flex-col gap-3 border-0 p-0">
        <legend className="mb-1 p-0 text-sm font-medium">{t("webhooks.mapping")}</legend>
        <p className="text-sm text-muted">
          {t(parameters.length === 0 ? "webhooks.mappingNone" : "webhooks.mappingHelp")}
        </p>
        {parameters.map(({ name }) => (
          <TextField
            key={name}
            name={`mapping.${name}`}
            label={name}
            optional
            mono
            maxLength={webhookLimits.pointer}
            placeholder="/repository/name"
          />
        ))}
      </fieldset>
    </FormDialog>
  );
}

function SignatureField() {
  const { t } = useMessages();
  const { signature } = useFormValues<WebhookValues>();
  return (
    <Select
      name="signature"
      label={t("webhooks.signature")}
      options={webhookSignatures.map((value) => ({ value, label: t(signatureMessages[value].name) }))}
      help={t(signatureMessages[signature].help)}
    />
  );
}
