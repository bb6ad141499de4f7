import { useState } from "react";
import { Link } from "wouter";
import type { WebhookDelivery } from "../../../../server/contract/webhooks.ts";
import { useMay } from "../../../api/use_permissions.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { Pagination } from "../../../ui/data/pagination.tsx";
import { ExactTime } from "../../../ui/data/time_text.tsx";
import { useLastPage } from "../../../ui/data/use_list_state.ts";
import { Badge } from "../../../ui/feedback/badge.tsx";
import { ErrorState } from "../../../ui/feedback/error_state.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { Send } from "../../../ui/icons/icons.ts";
import { reasonMessages } from "./signature_messages.ts";
import { pageSize, useDeliveries, useResend } from "./webhook_api.ts";

/** Renders what came to a webhook, newest first, and why it was refused. */
export function DeliveryList({ taskId }: { taskId: number }) {
  const { t } = useMessages();
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useDeliveries(taskId, page);
  const { mutate: resend, isPending } = useResend(taskId);
  useLastPage({ total: data?.total, page, pageSize, onPage: setPage });
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-sm font-semibold">{t("webhooks.deliveries")}</h3>
      {!data &&
        (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-16" />)}
      {data?.total === 0 && <p className="text-sm text-muted">{t("webhooks.noDeliveries")}</p>}
      {data && data.total > 0 && (
        <ol className="m-0 list-none divide-y divide-line border-y border-line p-0">
          {data.items.map((delivery) => (
            <li key={delivery.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 text-sm">
              <Entry
                {...{ delivery, taskId }}
                busy={isPending}
                onResend={() =>
                  resend(delivery.id)}
              />
            </li>
          ))}
        </ol>
      )}
      {data && data.total > pageSize && (
        <Pagination {...{ page, pageSize }} total={data.total} onPage={setPage} />
      )}
    </section>
  );
}

interface EntryProps {
  delivery: WebhookDelivery;
  taskId: number;
  busy: boolean;
  onResend: () => void;
}

function Entry({ delivery, taskId, busy, onResend }: EntryProps) {
  const { t, format } = useMessages();
  const mayRun = useMay("tasks:run");
  const { at, accepted, reason, issues, runId, ip, senderId, resentFrom, requestedBy, resendable } = delivery;
  const origin = resentFrom === null
    ? [ip, senderId].filter(Boolean).join(" · ")
    : t("webhooks.resentBy", { name: requestedBy ?? "", id: resentFrom });
  return (
    <>
      <Badge tone={accepted ? "success" : "danger"}>
        {t(accepted ? "webhooks.accepted" : "webhooks.refused")}
      </Badge>
      <ExactTime at={at} />
      {runId !== null && (
        <Link href={paths.taskLog(taskId, runId)} className="text-accent-text hover:underline">
          {t("webhooks.run", { run: runId })}
        </Link>
      )}
      {reason !== null && <span>{t(reasonMessages[reason])}</span>}
      <span className="min-w-0 text-xs text-muted wrap-anywhere">{origin}</span>
      {mayRun && resendable && (
        <Button
          size="small"
          className="ms-auto"
          icon={<Send size={14} aria-hidden />}
          aria-label={t("ui.labelAndValue", { label: t("webhooks.resend"), value: format.dateTime(at) })}
          keepsFocus
          disabled={busy}
          onClick={onResend}
        >
          {t("webhooks.resend")}
        </Button>
      )}
      {issues.length > 0 && (
        <ul className="m-0 w-full list-none p-0 text-xs text-muted">
          {issues.map(({ parameter, message }) => <li key={parameter}>{`${parameter}: ${message}`}</li>)}
        </ul>
      )}
    </>
  );
}
