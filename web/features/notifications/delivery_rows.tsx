import { RotateCcw } from "lucide-react";
import type { Delivery } from "../../../server/contract/notifications.ts";
import { IconButton } from "../../ui/inputs/icon_button.tsx";
import { Cell, HeadCell, Row, Table } from "../../ui/data/table.tsx";
import { RelativeTime } from "../../ui/data/time_text.tsx";
import { useNarrow } from "../../ui/use_narrow.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { DeliveryStateDot } from "./delivery_style.tsx";
import { mayRetry, type Retry } from "./use_retry.ts";

interface RowsProps {
  deliveries: readonly Delivery[];
  retry: Retry;
  onOpen: (delivery: Delivery) => void;
}

type RowProps = Omit<RowsProps, "deliveries"> & { delivery: Delivery };

/** Deliveries as a table, or as cards on a phone. */
export function DeliveryRows({ deliveries, ...props }: RowsProps) {
  const narrow = useNarrow();
  if (!narrow) return <DeliveryTable deliveries={deliveries} {...props} />;
  return (
    <ul className="divide-y divide-line">
      {deliveries.map((one) => (
        <li key={one.id}>
          <Card delivery={one} {...props} />
        </li>
      ))}
    </ul>
  );
}

function DeliveryTable({ deliveries, ...props }: RowsProps) {
  const { t } = useMessages();
  return (
    <Table label={t("notifications.deliveries")} minWidth={760} className="rounded-t-none! border-0!">
      <thead>
        <tr>
          <HeadCell className="ps-4" width={100}>{t("notifications.time")}</HeadCell>
          <HeadCell width={120}>{t("notifications.state")}</HeadCell>
          <HeadCell>{t("notifications.title")}</HeadCell>
          <HeadCell width={130}>{t("notifications.channel")}</HeadCell>
          <HeadCell>{t("notifications.answer")}</HeadCell>
          <HeadCell width={80} align="end">{t("notifications.attempts")}</HeadCell>
          <HeadCell width={52} hideLabel>{t("notifications.actions")}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {deliveries.map((one) => <TableRow key={one.id} delivery={one} {...props} />)}
      </tbody>
    </Table>
  );
}

function TableRow({ delivery, retry, onOpen }: RowProps) {
  const { createdAt, state, channelName, answer: result, attempts } = delivery;
  const { format } = useMessages();
  return (
    <Row>
      <Cell numeric className="ps-4 text-muted">
        <RelativeTime at={createdAt} />
      </Cell>
      <Cell>
        <DeliveryStateDot state={state} />
      </Cell>
      <Cell className="w-[30%] max-w-0">
        <OpenButton delivery={delivery} onOpen={onOpen} />
      </Cell>
      <Cell className="max-w-0 truncate text-muted" title={channelName}>{channelName}</Cell>
      <Cell className="w-[26%] max-w-0">
        <div title={result ?? undefined} className="truncate font-mono text-xs text-muted">{result}</div>
        <NextTry delivery={delivery} />
      </Cell>
      <Cell numeric className="text-end text-muted">{format.number(attempts)}</Cell>
      <Cell className="pe-3 text-end">
        <RetryButton delivery={delivery} retry={retry} />
      </Cell>
    </Row>
  );
}

function Card({ delivery, retry, onOpen }: RowProps) {
  const { t } = useMessages();
  const { createdAt, state, channelName, answer: result, attempts } = delivery;
  return (
    <article aria-label={delivery.title} className="flex flex-col gap-0.5 px-4 py-3">
      <div className="flex items-center gap-2 text-sm">
        <DeliveryStateDot state={state} />
        <span className="ms-auto text-xs text-muted">
          <RelativeTime at={createdAt} />
        </span>
      </div>
      <OpenButton delivery={delivery} onOpen={onOpen} />
      <div className="text-xs break-words text-muted">
        {channelName} · {t("notifications.attemptsOf", { count: attempts })}
      </div>
      {result && <div className="font-mono text-xs break-words text-muted">{result}</div>}
      <div className="flex items-center">
        <NextTry delivery={delivery} />
        <span className="ms-auto">
          <RetryButton delivery={delivery} retry={retry} />
        </span>
      </div>
    </article>
  );
}

function OpenButton({ delivery, onOpen }: Pick<RowProps, "delivery" | "onOpen">) {
  return (
    <button
      type="button"
      title={delivery.title}
      onClick={() => onOpen(delivery)}
      className="block max-w-full truncate text-start text-sm hover:text-accent-text hover:underline touch:min-h-9"
    >
      {delivery.title}
    </button>
  );
}

function NextTry({ delivery: { nextAttemptAt, state } }: { delivery: Delivery }) {
  const { t } = useMessages();
  if (nextAttemptAt === null || state !== "waiting" && state !== "held") return null;
  return (
    <div className="text-xs text-muted">
      {t(state === "held" ? "notifications.goesOut" : "notifications.nextTry")}:{" "}
      <RelativeTime at={nextAttemptAt} />
    </div>
  );
}

function RetryButton({ delivery, retry }: Pick<RowProps, "delivery" | "retry">) {
  const { t } = useMessages();
  if (!mayRetry(delivery.state)) return null;
  return (
    <IconButton
      size="small"
      tooltip={false}
      title={t("notifications.retry")}
      label={t("notifications.retryOf", { title: delivery.title })}
      icon={<RotateCcw size={16} />}
      loading={retry.busy === delivery.id}
      onClick={() => void retry.send(delivery)}
    />
  );
}
