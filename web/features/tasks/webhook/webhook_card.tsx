import { Suspense, useState } from "react";
import type { TaskDetail } from "../../../../server/contract/tasks.ts";
import type { NewWebhook, Webhook } from "../../../../server/contract/webhooks.ts";
import { useMay } from "../../../api/use_permissions.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useAction } from "../../../shared/actions/use_action.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { Card } from "../../../ui/data/card.tsx";
import { type Detail, DetailList } from "../../../ui/data/detail_list.tsx";
import { EmptyState } from "../../../ui/feedback/empty_state.tsx";
import { ErrorState } from "../../../ui/feedback/error_state.tsx";
import { lazyDialog } from "../../../ui/feedback/lazy.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { Globe, KeyRound, Pencil, Plus, Trash2 } from "../../../ui/icons/icons.ts";
import { CopyButton } from "../../../ui/inputs/copy_button.tsx";
import { FoldedSection } from "../../../ui/inputs/folded_section.tsx";
import { useConfirm } from "../../../ui/overlays/confirm_dialog.tsx";
import { DeliveryList } from "./delivery_list.tsx";
import { signatureMessages } from "./signature_messages.ts";
import { addressOf, useWebhook } from "./webhook_api.ts";
import { Example } from "./webhook_example.tsx";

const WebhookForm = lazyDialog(() => import("./webhook_form.tsx"));
const SecretDialog = lazyDialog(() => import("./secret_dialog.tsx"));

/** Renders the webhook of a task: its address, how senders sign, and what came. */
export default function WebhookCard({ task }: { task: TaskDetail }) {
  const { t } = useMessages();
  const mayWrite = useMay("tasks:write");
  const { data: webhook, error, refetch } = useWebhook(task.id, task.hasWebhook);
  const [isEdited, setEdited] = useState(false);
  const [made, setMade] = useState<NewWebhook | null>(null);
  const visible = task.hasWebhook ? webhook : undefined;
  return (
    <Card
      id="webhook"
      title={t("webhooks.title")}
      help={task.hasWebhook && t("webhooks.help")}
      actions={visible && mayWrite && <Actions task={task} onEdit={() => setEdited(true)} onMade={setMade} />}
    >
      {!task.hasWebhook && (
        <EmptyState
          icon={<Globe size={22} />}
          title={t("webhooks.none")}
          text={t("webhooks.noneHelp")}
          action={mayWrite && (
            <Button icon={<Plus />} onClick={() => setEdited(true)}>{t("webhooks.make")}</Button>
          )}
        />
      )}
      {task.hasWebhook && !webhook &&
        (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-24" />)}
      {visible && (
        <div className="flex flex-col gap-4">
          <Details webhook={visible} />
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
      <Suspense>
        {isEdited && (
          <WebhookForm
            task={task}
            webhook={visible ?? null}
            onMade={setMade}
            onClose={() => setEdited(false)}
          />
        )}
        {made && <SecretDialog made={made} parameters={task.parameters} onClose={() => setMade(null)} />}
      </Suspense>
    </Card>
  );
}

function Details({ webhook }: { webhook: Webhook }) {
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

function Actions(
  { task: { id }, onEdit, onMade }: {
    task: TaskDetail;
    onEdit: () => void;
    onMade: (made: NewWebhook) => void;
  },
) {
  const { t } = useMessages();
  const { ask, question } = useConfirm();
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
  const askRenew = () =>
    ask({
      title: t("webhooks.renewTitle"),
      text: t("webhooks.renewText"),
      confirmLabel: t("webhooks.renew"),
      onConfirm: async () => onMade(await renew(null)),
    });
  const askRemove = () =>
    ask({
      title: t("webhooks.removeTitle"),
      text: t("webhooks.removeText"),
      confirmLabel: t("webhooks.remove"),
      danger: true,
      onConfirm: () => remove(null),
    });
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="small" icon={<Pencil size={14} />} onClick={onEdit}>{t("webhooks.edit")}</Button>
      <Button size="small" icon={<KeyRound size={14} />} onClick={askRenew}>{t("webhooks.renew")}</Button>
      <Button size="small" icon={<Trash2 size={14} />} onClick={askRemove}>{t("webhooks.remove")}</Button>
      {question}
    </div>
  );
}
