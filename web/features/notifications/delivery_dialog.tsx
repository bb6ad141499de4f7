import { RotateCcw } from "../../ui/icons/icons.ts";
import type { ReactNode } from "react";
import type { Delivery } from "../../../server/contract/notifications.ts";
import { localRuleName } from "../../../server/contract/messages/default_rule.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { DetailList } from "../../ui/data/detail_list.tsx";
import { ExactTime } from "../../ui/data/time_text.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { DeliveryStateDot } from "./delivery_style.tsx";
import { mayRetry, type Retry } from "./use_retry.ts";

/** All that is known of one delivery: what it said, to whom, and what came back. */
export default function DeliveryDialog(
  { delivery, retry, isOwn, onClose }: {
    delivery: Delivery;
    retry: Retry;
    /** Whether it went to a channel of one's own, which no rule decides. */
    isOwn: boolean;
    onClose: () => void;
  },
) {
  const { t } = useMessages();
  return (
    <Dialog
      onClose={onClose}
      title={delivery.title}
      footer={
        <>
          {retry.isAllowed && mayRetry(delivery.state) && (
            <Button
              icon={<RotateCcw />}
              loading={retry.busy === delivery.id}
              keepsFocus
              className="me-auto"
              onClick={() => retry.send(delivery)}
            >
              {t("notifications.retry")}
            </Button>
          )}
          <Button onClick={onClose}>{t("ui.close")}</Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <Details delivery={delivery} isOwn={isOwn} />
        <section className="flex flex-col gap-1.5">
          <h3 className="text-sm font-medium">{t("notifications.content")}</h3>
          <pre
            tabIndex={0}
            className="max-h-72 overflow-auto rounded-md bg-sunken p-3 text-xs break-words whitespace-pre-wrap"
          >{delivery.content}</pre>
        </section>
      </div>
    </Dialog>
  );
}

function Details({ delivery, isOwn }: { delivery: Delivery; isOwn: boolean }) {
  const { t, format, language } = useMessages();
  const { state, answer, channelName, ruleName, events, count, attempts } = delivery;
  const { createdAt, nextAttemptAt, finishedAt } = delivery;
  const time = (at: string | null): ReactNode => at && <ExactTime at={at} />;
  return (
    <DetailList
      details={[
        [t("notifications.state"), <DeliveryStateDot key="state" state={state} />],
        [t("notifications.answer"), <Result key="answer" text={answer} />],
        [t("notifications.channel"), channelName],
        isOwn ? null : [
          t("notifications.rule"),
          ruleName === null ? t("notifications.byProgram") : localRuleName(ruleName, language),
        ],
        events.length > 0
          ? [t("notifications.events"), <Events key="events" {...{ events, count }} />]
          : null,
        [t("notifications.attempts"), format.number(attempts)],
        nextAttemptAt
          ? [t(state === "held" ? "notifications.goesOut" : "notifications.nextTry"), time(nextAttemptAt)]
          : null,
        [t("notifications.created"), time(createdAt)],
        finishedAt ? [t("notifications.finished"), time(finishedAt)] : null,
      ]}
    />
  );
}

function Result({ text }: { text: string | null }) {
  const { t } = useMessages();
  return text
    ? <span className="font-mono text-xs break-words">{text}</span>
    : <span className="text-faint">{t("notifications.noAnswer")}</span>;
}

function Events({ events, count }: { events: readonly string[]; count: number }) {
  const { t, has, format } = useMessages();
  const names = events.map((event) => {
    const key = `eventNames.${event}`;
    return has(key) ? t(key) : event;
  });
  return (
    <>
      {format.list(names)}
      {count > 1 && <span className="text-muted">· {t("notifications.eventCount", { count })}</span>}
    </>
  );
}
