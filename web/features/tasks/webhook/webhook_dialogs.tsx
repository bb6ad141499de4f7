import { useRef, useState } from "react";
import type { TaskDetail } from "../../../../server/contract/tasks.ts";
import type { NewWebhook, Webhook } from "../../../../server/contract/webhooks.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useAction } from "../../../shared/actions/use_action.ts";
import { ConfirmDialog } from "../../../ui/overlays/confirm_dialog.tsx";
import { FocusBack } from "../../../ui/overlays/focus_back.tsx";
import SecretDialog from "./secret_dialog.tsx";
import { useWebhook } from "./webhook_api.ts";
import WebhookForm from "./webhook_form.tsx";

/** What to do with a webhook: make or edit it, give it a new secret, or remove it. */
export type WebhookStep = "form" | "renew" | "remove";

interface WebhookDialogsProps {
  task: Pick<TaskDetail, "id" | "parameters" | "hasWebhook">;
  step: WebhookStep;
  onClose: () => void;
}

/** Renders the dialog for a step, and the secret if it makes one. Not inside a form, which would receive the submit events. */
export default function WebhookDialogs(props: WebhookDialogsProps) {
  return (
    <FocusBack>
      <Steps {...props} />
    </FocusBack>
  );
}

function Steps({ task, step, onClose }: WebhookDialogsProps) {
  const { t } = useMessages();
  const { id, parameters } = task;
  const [isNew] = useState(!task.hasWebhook);
  const { data: webhook } = useWebhook(id, !isNew);
  const [made, setMade] = useState<NewWebhook | null>(null);
  // A ref, because the confirmation closes before the secret is rendered.
  const hasMade = useRef(false);
  const show = (made: NewWebhook) => {
    hasMade.current = true;
    setMade(made);
  };
  const { mutateAsync: remove } = useAction({
    send: (api, _: null) => api.delete(`/tasks/${id}/webhook`),
    invalidates: [["tasks"]],
    waits: true,
    done: "webhooks.removed",
  });
  const { mutateAsync: renew } = useAction({
    send: async (api, _: null) => {
      const { signature, mapping } = await api.get<Webhook>(`/tasks/${id}/webhook`);
      return await api.put<NewWebhook>(`/tasks/${id}/webhook`, { signature, mapping });
    },
    invalidates: [["tasks"]],
  });
  if (made) return <SecretDialog made={made} parameters={parameters} onClose={onClose} />;
  if (step === "form") {
    if (!isNew && !webhook) return null;
    // What is stored of a removed one does not count.
    const edited = isNew ? null : webhook ?? null;
    return <WebhookForm task={task} webhook={edited} onMade={show} onClose={onClose} />;
  }
  const question = step === "renew"
    ? {
      title: t("webhooks.renewTitle"),
      text: t("webhooks.renewText"),
      confirmLabel: t("webhooks.renew"),
      onConfirm: async () => show(await renew(null)),
    }
    : {
      title: t("webhooks.removeTitle"),
      text: t("webhooks.removeText"),
      confirmLabel: t("webhooks.remove"),
      danger: true,
      onConfirm: () => remove(null),
    };
  return <ConfirmDialog {...question} onClose={() => hasMade.current || onClose()} />;
}
