import { useState } from "react";
import type { OwnChannel } from "../../../../server/contract/notifications.ts";
import { useIsAdministrator } from "../../../api/use_permissions.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useChannelTypes } from "../../../shared/channel/use_channel_types.ts";
import { useOwnChannels } from "../../../shared/channel/use_channels.ts";
import { SettingsSkeleton } from "../../../shared/settings/setting_row.tsx";
import { Button } from "../../../ui/buttons/button.tsx";
import { NewButton } from "../../../ui/buttons/new_button.tsx";
import { Card } from "../../../ui/data/card.tsx";
import { EmptyState } from "../../../ui/feedback/empty_state.tsx";
import { ErrorState } from "../../../ui/feedback/error_state.tsx";
import { lazyDialog } from "../../../ui/feedback/lazy.tsx";
import { BellRing, MonitorSmartphone, Plus } from "../../../ui/icons/icons.ts";
import { FocusBack } from "../../../ui/overlays/focus_back.tsx";
import { ChannelTable } from "../channel_table.tsx";
import { DeliveriesCard } from "../deliveries_card.tsx";
import { useThisBrowser } from "../this_browser.ts";
import type { UrlState } from "../url_state.ts";
import { useChannelActions } from "../use_channel_actions.tsx";

const OwnChannelDialog = lazyDialog(() => import("./own_channel_dialog.tsx"));

/** The channels of one's own and what was sent to them; nothing while nobody else has an account. */
export default function OwnNotifications() {
  const [types, own] = [useChannelTypes(), useOwnChannels()];
  const isAdministrator = useIsAdministrator();
  const [filter, setFilter] = useState<Pick<UrlState, "of" | "state" | "page">>({
    ...{ of: null, state: null, page: 1 },
  });
  if (!types.data || !own.data) {
    const failed = [types, own].find(({ error }) => error);
    if (failed) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />;
    // Whether there is anything to show is not known yet.
    return isAdministrator ? null : <SettingsSkeleton />;
  }
  const { items, hasOthers } = own.data;
  if (!hasOthers && items.length === 0) return null;
  return (
    <>
      <ChannelsCard channels={items} types={types.data} />
      <DeliveriesCard
        path="/account/deliveries"
        channels={items}
        urlState={filter}
        links={{ filter: (change) => setFilter((now) => ({ ...now, page: 1, ...change })) }}
      />
    </>
  );
}

function ChannelsCard(
  { channels, types }: {
    channels: readonly OwnChannel[];
    types: Parameters<typeof ChannelTable>[0]["types"];
  },
) {
  const { t } = useMessages();
  const [open, setOpen] = useState<number | "new" | null>(null);
  const actions = useChannelActions("/account/channels");
  const browser = useThisBrowser(channels, "/account/channels");
  const create = () => setOpen("new");
  const addBrowser = browser.add && !browser.channel && (
    <Button
      icon={<MonitorSmartphone />}
      loading={browser.isPending}
      keepsFocus
      title={t("notifications.thisBrowserHelp")}
      onClick={browser.add}
    >
      {t("notifications.thisBrowser")}
    </Button>
  );
  const title = t("notifications.ownChannels");
  return (
    <Card
      id="own-channels"
      flush
      title={title}
      help={t("notifications.ownChannelsHelp")}
      actions={channels.length > 0 && (
        <div className="flex gap-2">
          {addBrowser}
          <NewButton label={t("notifications.addOwnChannel")} onClick={create} />
        </div>
      )}
    >
      {channels.length === 0
        ? (
          <EmptyState
            icon={<BellRing size={22} />}
            title={t("notifications.noOwnChannels")}
            text={t("notifications.noOwnChannelsHelp")}
            action={
              <div className="flex flex-wrap justify-center gap-2">
                <Button icon={<Plus />} onClick={create}>{t("notifications.addOwnChannel")}</Button>
                {addBrowser}
              </div>
            }
          />
        )
        : (
          <ChannelTable
            label={title}
            mayWrite
            ownId={browser.channel?.id}
            channels={channels}
            types={types}
            actions={actions}
            onEdit={setOpen}
          />
        )}
      {(actions.question || open !== null) && (
        <FocusBack>
          {actions.question}
          {open !== null && <OwnChannelDialog key={open} of={open} onClose={() => setOpen(null)} />}
        </FocusBack>
      )}
    </Card>
  );
}
