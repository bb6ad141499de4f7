import { type ReactNode, Suspense } from "react";
import { useShortcuts } from "../../ui/use_shortcuts.ts";
import { useChannelTypes } from "../../shared/channel/use_channel_types.ts";
import { ErrorState } from "../../ui/feedback/error_state.tsx";
import { FocusBack } from "../../ui/overlays/focus_back.tsx";
import { SettingsSkeleton } from "../../shared/settings/setting_row.tsx";
import { DeliveriesCard } from "./deliveries_card.tsx";
import type { UrlState } from "./url_state.ts";
import { RulesCard } from "./rules_card.tsx";
import { useChannels, useRules } from "../../shared/channel/use_channels.ts";
import { type Links, useUrlState } from "./use_url_state.ts";
import { lazyDialog, lazyPart } from "../../ui/feedback/lazy.tsx";
import { BellRing, MonitorSmartphone, Plus } from "../../ui/icons/icons.ts";
import type { Channel, ChannelTypeEntry } from "../../../server/contract/notifications.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Card } from "../../ui/data/card.tsx";
import { EmptyState } from "../../ui/feedback/empty_state.tsx";
import { NewButton } from "../../ui/buttons/new_button.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { basePath } from "../../paths.ts";
import { CopyButton } from "../../ui/inputs/copy_button.tsx";
import { useSystem } from "../system/use_system.ts";
import { ChannelTable } from "./channel_table.tsx";
import { useThisBrowser } from "./this_browser.ts";
import { useChannelActions } from "./use_channel_actions.tsx";
import { useMay } from "../../api/use_permissions.ts";

const ChannelDialog = lazyDialog(() => import("../../shared/channel/channel_dialog.tsx"));
const OwnNotifications = lazyPart(() => import("./own/own_notifications.tsx"));
const RuleDialog = lazyDialog(() => import("./rule_dialog.tsx"));

/** The channels of the panel, for those who may see them, and one's own. */
export default function NotificationsTab() {
  const mayRead = useMay("notifications:read");
  return (
    <div className="flex flex-col gap-5">
      {mayRead && <PanelNotifications />}
      <Suspense>
        <OwnNotifications />
      </Suspense>
    </div>
  );
}

/** What is told, to whom, and what became of it; the address says what lies over it. */
function PanelNotifications() {
  const { urlState, links } = useUrlState();
  const [types, channels, rules] = [useChannelTypes(), useChannels(), useRules()];
  const mayWrite = useMay("notifications:write");
  useShortcuts(mayWrite ? { n: () => links.openChannel("new") } : {});
  const all = [types, channels, rules];
  if (!types.data || !channels.data || !rules.data) {
    const failed = all.find(({ error }) => error);
    if (!failed) return <SettingsSkeleton />;
    return <ErrorState error={failed.error} onRetry={() => all.forEach((one) => void one.refetch())} />;
  }
  return (
    <>
      <ChannelsCard channels={channels.data} types={types.data} links={links} />
      <RulesCard rules={rules.data.rules} channels={channels.data} links={links} />
      <DeliveriesCard
        path="/notifications/deliveries"
        channels={channels.data}
        urlState={urlState}
        links={links}
      />
      {mayWrite && <Over urlState={urlState} links={links} />}
    </>
  );
}

function Over({ urlState: { channel, rule }, links }: { urlState: UrlState; links: Links }): ReactNode {
  const dialog = channel !== null
    ? <ChannelDialog key={`channel ${channel}`} of={channel} onClose={links.close} />
    : rule !== null
    ? <RuleDialog key={`rule ${rule}`} of={rule} onClose={links.close} />
    : null;
  return dialog && <FocusBack>{dialog}</FocusBack>;
}

/** The channels, and the way to the first one. */
function ChannelsCard(
  { channels, types, links }: {
    channels: readonly Channel[];
    types: readonly ChannelTypeEntry[];
    links: Links;
  },
) {
  const { t } = useMessages();
  const actions = useChannelActions();
  const browser = useThisBrowser(channels);
  const create = () => links.openChannel("new");
  const mayWrite = useMay("notifications:write");
  const mayReadSystem = useMay("system:read");
  const addBrowser = mayWrite && browser.add && !browser.channel && (
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
  if (channels.length === 0) {
    return (
      <EmptyState
        frame="dashed"
        icon={<BellRing size={22} />}
        title={t("notifications.noChannels")}
        text={mayWrite && t("notifications.noChannelsHelp")}
        action={mayWrite && (
          <div className="flex flex-wrap justify-center gap-2">
            <Button variant="primary" icon={<Plus />} onClick={create}>
              {t("notifications.addChannel")}
            </Button>
            {addBrowser}
          </div>
        )}
      />
    );
  }
  return (
    <Card
      id="channels"
      flush
      title={t("notifications.channels")}
      help={t("notifications.channelsHelp")}
      actions={mayWrite && (
        <div className="flex gap-2">
          {addBrowser}
          <NewButton label={t("notifications.addChannel")} onClick={create} />
        </div>
      )}
    >
      <ChannelTable
        label={t("notifications.channels")}
        mayWrite={mayWrite}
        ownId={browser.channel?.id}
        channels={channels}
        types={types}
        actions={actions}
        onEdit={links.openChannel}
      />
      {actions.question}
      {mayReadSystem && <LinkHint />}
    </Card>
  );
}

/** Says that messages have no link to the panel, and how they get one. */
function LinkHint() {
  const { t } = useMessages();
  const { data } = useSystem();
  if (!data || data.publicUrl !== null) return null;
  const setting = `SUNDIAL_PUBLIC_URL=${location.origin}${basePath}`;
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 border-t border-line px-4 py-2.5 text-sm text-muted">
      <span className="min-w-0">{t("notifications.noLinks")}</span>
      <code className="font-mono text-xs break-all">{setting}</code>
      <CopyButton text={setting} />
    </p>
  );
}
