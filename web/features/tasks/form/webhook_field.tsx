import { useMessages } from "../../../messages/use_messages.tsx";
import { Button } from "../../../ui/buttons/button.tsx";
import { ErrorState } from "../../../ui/feedback/error_state.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { Plus } from "../../../ui/icons/icons.ts";
import { useTask } from "../api.ts";
import { useWebhook } from "../webhook/webhook_api.ts";
import type { WebhookStep } from "../webhook/webhook_dialogs.tsx";
import { WebhookActions, WebhookDetails } from "../webhook/webhook_state.tsx";

/** Renders the webhook of a task that exists. It is saved by itself, not with the form. */
export default function WebhookField(
  { taskId, onStep }: { taskId: number; onStep: (step: WebhookStep) => void },
) {
  const { t } = useMessages();
  const { data: task } = useTask(taskId);
  const exists = task?.hasWebhook ?? false;
  const { data: webhook, error, refetch } = useWebhook(taskId, exists);
  if (!task) return null;
  if (!exists) {
    return (
      <div>
        <Button icon={<Plus />} onClick={() => onStep("form")}>{t("webhooks.start")}</Button>
      </div>
    );
  }
  return (
    <fieldset className="m-0 flex min-w-0 flex-col gap-3 border-0 p-0">
      <legend className="mb-1 p-0 text-sm font-medium">{t("webhooks.title")}</legend>
      <p className="text-sm text-muted">{t("webhooks.inForm")}</p>
      {webhook
        ? (
          <>
            <WebhookDetails webhook={webhook} />
            <WebhookActions onStep={onStep} />
          </>
        )
        : error
        ? <ErrorState error={error} onRetry={() => void refetch()} />
        : <Skeleton className="h-24" />}
    </fieldset>
  );
}
