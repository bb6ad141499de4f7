import { History } from "lucide-react";
import { Suspense, useState } from "react";
import type { Channel, Delivery } from "../../../server/contract/notifications.ts";
import { Button } from "../../ui/inputs/button.tsx";
import { Card } from "../../ui/data/card.tsx";
import { EmptyState } from "../../ui/feedback/empty_state.tsx";
import { ErrorState } from "../../ui/feedback/error_state.tsx";
import { Pagination } from "../../ui/data/pagination.tsx";
import { Select } from "../../ui/inputs/select.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { useLastPage } from "../../ui/data/use_last_page.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { DeliveryRows } from "./delivery_rows.tsx";
import { pageSize, type StateFilter, stateFilters, type UrlState } from "./url_state.ts";
import { useDeliveries } from "./use_notifications.ts";
import type { Ways } from "./use_url_state.ts";
import { useRetry } from "./use_retry.ts";
import { lazyDialog } from "../../ui/feedback/lazy.tsx";

const DeliveryDialog = lazyDialog(() => import("./delivery_dialog.tsx"));

interface DeliveriesProps {
  channels: readonly Channel[];
  location: UrlState;
  ways: Ways;
}

/** What was sent and what became of it. Without a channel there is nothing to list. */
export function DeliveriesCard(props: DeliveriesProps) {
  const { t } = useMessages();
  const { channels, location: urlState, ways } = props;
  const { data, error, refetch } = useDeliveries(urlState);
  const retry = useRetry();
  const [open, setOpen] = useState<Delivery | null>(null);
  const page = (page: number) => ways.filter({ of: urlState.of, state: urlState.state, page });
  useLastPage({ total: data?.total, page: urlState.page, pageSize, onPage: page });
  const filtered = urlState.of !== null || urlState.state !== null;
  if (channels.length === 0 && !filtered && (!data || data.total === 0)) return null;
  return (
    <Card
      flush
      title={t("notifications.deliveries")}
      help={t("notifications.deliveriesHelp")}
      actions={<Filters {...props} />}
    >
      {!data
        ? error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Waiting />
        : data.total === 0
        ? <Nothing filtered={filtered} onClear={() => ways.filter({ of: null, state: null })} />
        : <DeliveryRows deliveries={data.items} retry={retry} onOpen={setOpen} />}
      {data && data.total > pageSize && (
        <div className="border-t border-line px-4 py-2.5">
          <Pagination page={urlState.page} pageSize={pageSize} total={data.total} onPage={page} />
        </div>
      )}
      {open && (
        <Suspense>
          <DeliveryDialog
            delivery={data?.items.find(({ id }) => id === open.id) ?? open}
            retry={retry}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}
    </Card>
  );
}

function Filters({ channels, location: urlState, ways }: DeliveriesProps) {
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
        onValue={(next) => ways.filter({ of: next === "all" ? null : Number(next) })}
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
        onValue={(next) => ways.filter({ state: next === "all" ? null : next })}
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
        action={<Button onClick={onClear}>{t("notifications.clearFilters")}</Button>}
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

function Waiting() {
  return (
    <div className="flex flex-col gap-3 p-4">
      {[0, 1, 2].map((row) => <Skeleton key={row} className="h-4 w-full" />)}
    </div>
  );
}
