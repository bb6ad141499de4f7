import { Ellipsis, Pencil, Send, Star, Trash2 } from "lucide-react";
import type { Channel, ChannelTypeEntry } from "../../../server/contract/notifications.ts";
import { Badge } from "../../ui/data/badge.tsx";
import { IconButton } from "../../ui/inputs/icon_button.tsx";
import { Menu } from "../../ui/overlays/menu.tsx";
import type { MenuEntry } from "../../ui/overlays/menu_entries.ts";
import { Switch } from "../../ui/inputs/switch.tsx";
import { Cell, HeadCell, Row, Table } from "../../ui/data/table.tsx";
import { RelativeTime } from "../../ui/data/time_text.tsx";
import { useNarrow } from "../../ui/use_narrow.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { DeliveryStateDot } from "./delivery_style.tsx";
import type { ChannelActions } from "./use_channel_actions.tsx";

interface RowsProps {
  channels: readonly Channel[];
  types: readonly ChannelTypeEntry[];
  actions: ChannelActions;
  onEdit: (id: number) => void;
}

type RowProps = Omit<RowsProps, "channels"> & { channel: Channel };

/** The channels as a table, or as cards on a phone. */
export function ChannelRows({ channels, ...props }: RowsProps) {
  const narrow = useNarrow();
  if (!narrow) return <ChannelTable channels={channels} {...props} />;
  return (
    <ul className="divide-y divide-line">
      {channels.map((one) => (
        <li key={one.id}>
          <Card channel={one} {...props} />
        </li>
      ))}
    </ul>
  );
}

function ChannelTable({ channels, ...props }: RowsProps) {
  const { t } = useMessages();
  return (
    <Table label={t("notifications.channels")} minWidth={720} className="rounded-t-none! border-0!">
      <thead>
        <tr>
          <HeadCell className="ps-4">{t("notifications.name")}</HeadCell>
          <HeadCell width={150}>{t("notifications.type")}</HeadCell>
          <HeadCell>{t("notifications.lastDelivery")}</HeadCell>
          <HeadCell width={60}>{t("notifications.state")}</HeadCell>
          <HeadCell width={116} hideLabel>{t("notifications.actions")}</HeadCell>
        </tr>
      </thead>
      <tbody>{channels.map((one) => <TableRow key={one.id} channel={one} {...props} />)}</tbody>
    </Table>
  );
}

function TableRow({ channel, ...props }: RowProps) {
  const { t } = useMessages();
  const { id, name, isDefault } = channel;
  return (
    <Row aria-label={name}>
      <Cell className="w-[30%] max-w-0 ps-4">
        <span className="flex items-center gap-2">
          <button
            type="button"
            title={name}
            onClick={() => props.onEdit(id)}
            className="min-w-0 truncate font-medium hover:text-accent-text hover:underline"
          >
            {name}
          </button>
          {isDefault && <Badge tone="accent">{t("notifications.isDefault")}</Badge>}
        </span>
      </Cell>
      <Cell className="max-w-0 truncate text-muted">
        <ServiceName channel={channel} types={props.types} />
      </Cell>
      <Cell className="max-w-0">
        <LastDelivery channel={channel} />
      </Cell>
      <Cell>
        <OnOff channel={channel} actions={props.actions} />
      </Cell>
      <Cell className="pe-3">
        <RowActions channel={channel} {...props} />
      </Cell>
    </Row>
  );
}

function Card({ channel, ...props }: RowProps) {
  const { t } = useMessages();
  const { name, isDefault } = channel;
  return (
    <article aria-label={name} className="flex flex-col gap-1 px-4 py-3">
      <div className="flex items-center gap-2">
        <span className="min-w-0 text-sm font-medium break-words">{name}</span>
        {isDefault && <Badge tone="accent">{t("notifications.isDefault")}</Badge>}
        <span className="ms-auto">
          <OnOff channel={channel} actions={props.actions} />
        </span>
      </div>
      <div className="text-xs text-muted">
        <ServiceName channel={channel} types={props.types} />
      </div>
      <div className="flex items-center gap-2">
        <span className="min-w-0 flex-1 text-sm">
          <LastDelivery channel={channel} />
        </span>
        <RowActions channel={channel} {...props} />
      </div>
    </article>
  );
}

function ServiceName({ channel: { type }, types }: Pick<RowProps, "channel" | "types">) {
  const { t, language } = useMessages();
  const label = types.find((one) => one.type === type)?.label[language];
  return <span>{label ?? t("notifications.unknownType", { type })}</span>;
}

function LastDelivery({ channel: { lastDelivery } }: { channel: Channel }) {
  const { t } = useMessages();
  if (!lastDelivery) return <span className="text-faint">{t("notifications.neverSent")}</span>;
  const { state, at, answer: result } = lastDelivery;
  return (
    <span className="flex min-w-0 items-baseline gap-2">
      <DeliveryStateDot state={state} />
      <span className="text-xs text-muted">
        <RelativeTime at={at} />
      </span>
      {result && (
        <span title={result} className="min-w-0 truncate font-mono text-xs text-muted">{result}</span>
      )}
    </span>
  );
}

function OnOff({ channel, actions }: Pick<RowProps, "channel" | "actions">) {
  const { t } = useMessages();
  return (
    <Switch
      hideLabel
      label={t("notifications.enabled", { name: channel.name })}
      checked={channel.enabled}
      onChecked={(enabled) => void actions.enable(channel, enabled)}
    />
  );
}

function RowActions({ channel, actions, onEdit }: RowProps) {
  const { t } = useMessages();
  const { id, name, isDefault } = channel;
  const entries: MenuEntry[] = [
    {
      label: t("notifications.makeDefault"),
      icon: <Star size={16} />,
      disabled: isDefault,
      onSelect: () => void actions.makeDefault(channel),
    },
    "separator",
    {
      label: t("ui.delete"),
      icon: <Trash2 size={16} />,
      danger: true,
      onSelect: () => actions.askDelete(channel),
    },
  ];
  return (
    <span className="flex items-center justify-end gap-0.5">
      <IconButton
        size="small"
        tooltip={false}
        title={t("notifications.test")}
        label={t("notifications.testOf", { name })}
        icon={<Send size={16} />}
        loading={actions.busy.has(id)}
        keepsFocus
        onClick={() => void actions.test(channel)}
      />
      <IconButton
        size="small"
        tooltip={false}
        title={t("ui.edit")}
        label={`${t("ui.edit")}: ${name}`}
        icon={<Pencil size={16} />}
        onClick={() => onEdit(id)}
      />
      <Menu entries={entries}>
        <IconButton
          size="small"
          tooltip={false}
          label={`${t("ui.more")}: ${name}`}
          icon={<Ellipsis size={16} />}
        />
      </Menu>
    </span>
  );
}
