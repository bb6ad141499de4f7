import { History, RotateCcw } from "../../ui/icons/icons.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { Delivery } from "../../../server/contract/notifications.ts";
import type { List } from "../../../server/contract/shapes.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApiQuery } from "../../api/use_api.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { classNames } from "../../ui/class_names.ts";
import { Card } from "../../ui/data/card.tsx";
import type { Column } from "../../ui/data/columns.ts";
import { DataTable } from "../../ui/data/data_table.tsx";
import { RelativeTime } from "../../ui/data/time_text.tsx";
import { IconButton } from "../../ui/buttons/icon_button.tsx";
import { EmptyState } from "../../ui/feedback/empty_state.tsx";
import { Pagination } from "../../ui/data/pagination.tsx";
import { Select } from "../../ui/inputs/select.tsx";
import { useLastPage } from "../../ui/data/use_list_state.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { DeliveryStateDot } from "./delivery_style.tsx";
import { pageSize, type StateFilter, stateFilters, type UrlState } from "./url_state.ts";
import type { Links } from "./use_url_state.ts";
import { type DeliveriesPath, mayRetry, type Retry, useRetry } from "./use_retry.ts";
import { OWN_POLL_MS } from "../../shared/channel/use_channels.ts";
import { lazyDialog } from "../../ui/feedback/lazy.tsx";

const none: readonly Delivery[] = [];
const DeliveryDialog = lazyDialog(() => import("./delivery_dialog.tsx"));

interface DeliveriesProps {
  path: DeliveriesPath;
  channels: readonly { id: number; name: string }[];
  urlState: Pick<UrlState, "of" | "state" | "page">;
  links: Pick<Links, "filter">;
}

/** What was sent and what became of it. Without a channel there is nothing to list. */
export function DeliveriesCard(props: DeliveriesProps) {
  const { t } = useMessages();
  const { path, channels, urlState, links } = props;
  const { data, error, refetch } = useDeliveries(path, urlState);
  const retry = useRetry(path);
  const [open, setOpen] = useState<Delivery | null>(null);
  const columns = useMemo(() => columnsOf({ retry, onOpen: setOpen }), [retry]);
  const page = (page: number) => links.filter({ of: urlState.of, state: urlState.state, page });
  useLastPage({ total: data?.total, page: urlState.page, pageSize, onPage: page });
  const isOwn = path === "/account/deliveries";
  const title = t(isOwn ? "notifications.ownDeliveries" : "notifications.deliveries");
  const filtered = urlState.of !== null || urlState.state !== null;
  if (channels.length === 0 && !filtered && (!data || data.total === 0)) return null;
  return (
    <Card
      flush
      id={isOwn ? "own-deliveries" : "deliveries"}
      title={title}
      help={t("notifications.deliveriesHelp")}
      actions={<Filters {...props} />}
    >
      <DataTable
        flush
        label={title}
        columns={columns}
        rows={data?.items ?? none}
        loading={!data}
        skeletons={3}
        error={data ? null : error}
        onRetry={() => void refetch()}
        empty={data?.total === 0 && (
          <Nothing
            filtered={filtered}
            onClear={() => links.filter({ of: null, state: null })}
          />
        )}
        minWidth={560}
        card={(delivery) => <DeliveryCard delivery={delivery} retry={retry} onOpen={setOpen} />}
      />
      {data && data.total > pageSize && (
        <div className="border-t border-line px-4 py-2.5">
          <Pagination page={urlState.page} pageSize={pageSize} total={data.total} onPage={page} />
        </div>
      )}
      {open && <OpenDelivery path={path} delivery={open} retry={retry} onClose={() => setOpen(null)} />}
    </Card>
  );
}

/** Follows one delivery, which a filter of the list may leave out once it was sent again. */
function OpenDelivery(
  { path, delivery, ...props }: {
    path: DeliveriesPath;
    delivery: Delivery;
    retry: Retry;
    onClose: () => void;
  },
) {
  const { id } = delivery;
  const { data } = useApiQuery<Delivery>(
    queryKeys.notifications("delivery", path, id),
    `${path}/${id}`,
    { placeholderData: delivery },
  );
  return <DeliveryDialog delivery={data ?? delivery} isOwn={path === "/account/deliveries"} {...props} />;
}

function Filters({ channels, urlState, links }: DeliveriesProps) {
  const { t } = useMessages();
  const { of, state } = urlState;
  const messageOf = (filter: StateFilter) => t(`deliveryStates.${filter}`);
  const states = Object.keys(stateFilters) as StateFilter[]; // own keys, so they are filters
  return (
    <div className="flex w-full gap-2 sm:w-auto">
      <Select
        hideLabel
        className="flex-1 sm:w-40 sm:flex-none"
        label={t("notifications.channel")}
        value={of === null ? "all" : String(of)}
        options={[
          { value: "all", label: t("notifications.allChannels") },
          ...channels.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onValue={(next) => links.filter({ of: next === "all" ? null : Number(next) })}
      />
      <Select
        hideLabel
        className="flex-1 sm:w-36 sm:flex-none"
        label={t("notifications.state")}
        value={state ?? "all"}
        options={[
          { value: "all", label: t("notifications.allStates") },
          ...states.map((one) => ({ value: one, label: messageOf(one) })),
        ]}
        onValue={(next) => links.filter({ state: next === "all" ? null : next })}
      />
    </div>
  );
}

function Nothing({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  const { t } = useMessages();
  if (filtered) {
    return (
      <EmptyState
        title={t("notifications.noMatch")}
        action={<Button onClick={onClear}>{t("ui.clearFilters")}</Button>}
      />
    );
  }
  return (
    <EmptyState
      icon={<History size={22} />}
      title={t("notifications.noDeliveries")}
      text={t("notifications.noDeliveriesHelp")}
    />
  );
}

interface RowProps {
  retry: Retry;
  onOpen: (delivery: Delivery) => void;
}

interface DeliveryProps {
  delivery: Delivery;
}

function columnsOf({ retry, onOpen }: RowProps): readonly Column<Delivery>[] {
  return [
    {
      id: "time",
      header: "notifications.time",
      width: 96,
      tabularDigits: true,
      className: "ps-4 text-muted",
      headClassName: "ps-4",
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
    {
      id: "state",
      header: "notifications.state",
      width: 104,
      cell: (delivery) => (
        <>
          <DeliveryStateDot state={delivery.state} />
          <NextTry delivery={delivery} short />
        </>
      ),
    },
    {
      id: "message",
      header: "notifications.titleAndAnswer",
      className: "py-1.5",
      cell: (delivery) => (
        <>
          <OpenButton delivery={delivery} onOpen={onOpen} />
          <Response delivery={delivery} />
        </>
      ),
    },
    {
      id: "channel",
      header: "notifications.channel",
      width: 152,
      minWindowWidth: 1100,
      className: "truncate text-muted",
      title: ({ channelName }) => channelName,
      cell: ({ channelName }) => channelName,
    },
    {
      id: "attempts",
      header: "notifications.attempts",
      width: 84,
      minWindowWidth: 1280,
      tabularDigits: true,
      className: "text-end text-muted",
      headClassName: "text-end!",
      cell: (delivery) => <Attempts delivery={delivery} />,
    },
    {
      id: "actions",
      header: "notifications.actions",
      hideHeader: true,
      width: 52,
      className: "pe-3 text-end",
      cell: (delivery) => <RetryButton delivery={delivery} retry={retry} />,
    },
  ];
}

/** Renders the response of the service on one line, if there is any; the dialog has all of it. */
function Response({ delivery: { answer } }: DeliveryProps) {
  if (answer === null) return null;
  return (
    <div
      title={answer}
      className="font-mono text-xs leading-4.5 text-muted max-md:truncate md:line-clamp-2 md:break-words"
    >
      {answer}
    </div>
  );
}

function Attempts({ delivery: { attempts } }: DeliveryProps) {
  const { format } = useMessages();
  return format.number(attempts);
}

/** One delivery as a card, for a phone. */
function DeliveryCard({ delivery, retry, onOpen }: RowProps & DeliveryProps) {
  const { t } = useMessages();
  const { createdAt, state, channelName, answer, attempts } = delivery;
  return (
    <article aria-label={delivery.title} className="px-4 py-2">
      <div className="flex h-7 items-center gap-2 text-sm">
        <DeliveryStateDot state={state} />
        <NextTry delivery={delivery} />
        <span className="ms-auto text-xs text-muted">
          <RelativeTime at={createdAt} />
        </span>
        <RetryButton delivery={delivery} retry={retry} />
      </div>
      <div className="-my-1">
        <OpenButton delivery={delivery} onOpen={onOpen} />
      </div>
      <div className="truncate text-xs text-muted">
        {channelName} · {t("notifications.attemptsOf", { count: attempts })}
        {answer && <span className="font-mono">{` · ${answer}`}</span>}
      </div>
    </article>
  );
}

function OpenButton({ delivery, onOpen }: Pick<RowProps, "onOpen"> & DeliveryProps) {
  return (
    <button
      type="button"
      title={delivery.title}
      onClick={() => onOpen(delivery)}
      className="flex max-w-full items-center text-start text-sm hover:text-accent-text hover:underline touch:min-h-9 touch:py-1"
    >
      <span className="min-w-0 truncate max-md:line-clamp-2 max-md:break-words max-md:whitespace-normal">
        {delivery.title}
      </span>
    </button>
  );
}

/** Renders when a message is sent next; `short` for the line below its state, whose tooltip says what the time is. */
function NextTry({ delivery: { nextAttemptAt, state }, short = false }: DeliveryProps & { short?: boolean }) {
  const { t } = useMessages();
  if (nextAttemptAt === null || state !== "waiting" && state !== "held") return null;
  const label = t(state === "held" ? "notifications.goesOut" : "notifications.nextTry");
  return (
    <div className={classNames("text-xs text-muted", short && "ps-4")}>
      {!short && t("ui.labelAndValue", { label, value: "" })}
      <RelativeTime at={nextAttemptAt} label={label} />
    </div>
  );
}

function RetryButton({ delivery, retry }: Pick<RowProps, "retry"> & DeliveryProps) {
  const { t } = useMessages();
  if (!retry.isAllowed || !mayRetry(delivery.state)) return null;
  return (
    <IconButton
      size="small"
      tooltip={false}
      title={t("notifications.retry")}
      label={t("notifications.retryOf", { title: delivery.title })}
      icon={<RotateCcw />}
      loading={retry.busy === delivery.id}
      onClick={() => void retry.send(delivery)}
    />
  );
}

/** Queries one page of the delivery log, newest first. */
function useDeliveries(path: DeliveriesPath, { of, state, page }: DeliveriesProps["urlState"]) {
  const query = {
    ...{ page, pageSize, channelId: of },
    state: state === null ? null : stateFilters[state].join(","),
  };
  return useApiQuery<List<Delivery>>(
    queryKeys.notifications("deliveries", path, query),
    path,
    {
      ...{ query, placeholderData: keepPreviousData },
      ...(path === "/account/deliveries" && { refetchInterval: OWN_POLL_MS }),
    },
  );
}
