import type { ForeignChannel } from "../../../server/contract/notifications.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApiQuery } from "../../api/use_api.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { useChange } from "../../shared/actions/use_action.ts";
import { useChannelTypes } from "../../shared/channel/use_channel_types.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Card } from "../../ui/data/card.tsx";
import { ExactTime } from "../../ui/data/time_text.tsx";
import { FocusBack } from "../../ui/overlays/focus_back.tsx";
import { useConfirm } from "../../ui/overlays/confirm_dialog.tsx";

/** Lists which channels of their own accounts have, and buttons to delete them; nothing while there is none. */
export default function AccountChannels() {
  const { t, language } = useMessages();
  const { data } = useApiQuery<{ items: ForeignChannel[] }>(
    queryKeys.accounts("channels"),
    "/accounts/channels",
  );
  const { data: types } = useChannelTypes();
  const { ask, question } = useConfirm();
  const remove = useChange({
    send: (api, { id }: ForeignChannel) => api.delete<void>(`/accounts/channels/${id}`),
    invalidates: [queryKeys.accounts(), queryKeys.notifications()],
    waits: true,
    done: (_, { account: { username: name } }) => t("accounts.channelDeleted", { name }),
  });
  if (!data || data.items.length === 0) return null;
  const serviceOf = ({ type }: ForeignChannel) =>
    types?.find((one) => one.type === type)?.label[language] ?? type;
  const askRemove = (channel: ForeignChannel) =>
    ask({
      danger: true,
      title: t("accounts.deleteChannelTitle", { name: channel.account.username }),
      text: t("accounts.deleteChannelText"),
      confirmLabel: t("ui.delete"),
      onConfirm: () => remove.mutateAsync(channel),
    });
  return (
    <Card title={t("accounts.channels")} help={t("accounts.channelsHelp")} flush>
      <ul aria-label={t("accounts.channels")} className="m-0 list-none divide-y divide-line p-0">
        {data.items.map((channel) => (
          <li
            key={channel.id}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 text-sm"
          >
            <div className="min-w-40 flex-1 break-words">
              {channel.account.username} · {serviceOf(channel)}
              {!channel.enabled && <span className="text-muted">{` · ${t("accounts.channelOff")}`}</span>}
            </div>
            <span className="text-xs text-muted">
              {t("accounts.channelSince")} <ExactTime at={channel.createdAt} />
            </span>
            <Button
              size="small"
              aria-label={t("accounts.deleteChannelOf", {
                name: channel.account.username,
                service: serviceOf(channel),
              })}
              onClick={() => askRemove(channel)}
            >
              {t("ui.delete")}
            </Button>
          </li>
        ))}
      </ul>
      {question && <FocusBack>{question}</FocusBack>}
    </Card>
  );
}
