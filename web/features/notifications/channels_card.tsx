import { BellRing, Plus } from "lucide-react";
import type { Channel, ChannelTypeEntry } from "../../../server/contract/notifications.ts";
import { Button } from "../../ui/inputs/button.tsx";
import { Card } from "../../ui/data/card.tsx";
import { EmptyState } from "../../ui/feedback/empty_state.tsx";
import { NewButton } from "../../ui/inputs/new_button.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { ChannelRows } from "./channel_rows.tsx";
import { useChannelActions } from "./use_channel_actions.tsx";
import type { Ways } from "./use_url_state.ts";

/** The channels, and the way to the first one. */
export function ChannelsCard(
  { channels, types, ways }: {
    channels: readonly Channel[];
    types: readonly ChannelTypeEntry[];
    ways: Ways;
  },
) {
  const { t } = useMessages();
  const actions = useChannelActions();
  const create = () => ways.openChannel("new");
  if (channels.length === 0) {
    return (
      <div className="rounded-md border border-dashed border-line-strong bg-surface">
        <EmptyState
          icon={<BellRing size={22} />}
          title={t("notifications.noChannels")}
          text={t("notifications.noChannelsHelp")}
          action={
            <Button variant="primary" icon={<Plus size={16} aria-hidden />} onClick={create}>
              {t("notifications.addChannel")}
            </Button>
          }
        />
      </div>
    );
  }
  return (
    <Card
      flush
      title={t("notifications.channels")}
      help={t("notifications.channelsHelp")}
      actions={<NewButton label={t("notifications.addChannel")} onClick={create} />}
    >
      <ChannelRows channels={channels} types={types} actions={actions} onEdit={ways.openChannel} />
      {actions.question}
    </Card>
  );
}
