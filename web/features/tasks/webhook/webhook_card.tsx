import { useState } from "react";
import type { TaskDetail } from "../../../../server/contract/tasks.ts";
import { useMay } from "../../../api/use_permissions.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { Button } from "../../../ui/buttons/button.tsx";
import { Card } from "../../../ui/data/card.tsx";
import { EmptyState } from "../../../ui/feedback/empty_state.tsx";
import { ErrorState } from "../../../ui/feedback/error_state.tsx";
import { lazyDialog } from "../../../ui/feedback/lazy.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { Globe, Plus } from "../../../ui/icons/icons.ts";
import { FoldedSection } from "../../../ui/inputs/folded_section.tsx";
import { BackCloses } from "../../../ui/leave/leave_guard.tsx";
import { DeliveryList } from "./delivery_list.tsx";
import { useWebhook } from "./webhook_api.ts";
import type { WebhookStep } from "./webhook_dialogs.tsx";
import { Example } from "./webhook_example.tsx";
import { WebhookActions, WebhookDetails } from "./webhook_state.tsx";

const WebhookDialogs = lazyDialog(() => import("./webhook_dialogs.tsx"));

/** Renders the webhook of a task: its address, how senders sign, and what came. */
export default function WebhookCard({ task }: { task: TaskDetail }) {
  const { t } = useMessages();
  const mayWrite = useMay("tasks:write");
  const { data: webhook, error, refetch } = useWebhook(task.id, task.hasWebhook);
  const [step, setStep] = useState<WebhookStep | null>(null);
  const visible = task.hasWebhook ? webhook : undefined;
  return (
    <Card
      id="webhook"
      title={t("webhooks.title")}
      help={task.hasWebhook && t("webhooks.help")}
      actions={visible && mayWrite && <WebhookActions onStep={setStep} />}
    >
      {!task.hasWebhook && (
        <EmptyState
          icon={<Globe size={22} />}
          title={t("webhooks.none")}
          text={t("webhooks.noneHelp")}
          action={mayWrite && (
            <Button icon={<Plus />} onClick={() => setStep("form")}>{t("webhooks.make")}</Button>
          )}
        />
      )}
      {task.hasWebhook && !webhook &&
        (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-24" />)}
      {visible && (
        <div className="flex flex-col gap-4">
          <WebhookDetails webhook={visible} />
          {mayWrite && (
            <FoldedSection
              name="webhook.example"
              title={t("webhooks.example")}
              hint={t("webhooks.exampleHint")}
            >
              <div className="p-4">
                <Example webhook={visible} parameters={task.parameters} secret={null} />
              </div>
            </FoldedSection>
          )}
          <DeliveryList taskId={task.id} />
        </div>
      )}
      <BackCloses>
        {step && <WebhookDialogs task={task} step={step} onClose={() => setStep(null)} />}
      </BackCloses>
    </Card>
  );
}
