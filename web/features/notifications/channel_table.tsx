import { Ellipsis, Pencil, Send, Star, Trash2 } from "../../ui/icons/icons.ts";
import { useMemo } from "react";
import type { ChannelTypeEntry } from "../../../server/contract/notifications.ts";
import type { AnyChannel } from "../../shared/channel/channel_values.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { Badge } from "../../ui/feedback/badge.tsx";
import { classNames } from "../../ui/class_names.ts";
import type { Column } from "../../ui/data/columns.ts";
import { DataTable } from "../../ui/data/data_table.tsx";
import { RowAction } from "../../ui/data/rows/row_actions.tsx";
import { RelativeTime } from "../../ui/data/time_text.tsx";
import { IconButton } from "../../ui/buttons/icon_button.tsx";
import { Switch } from "../../ui/inputs/switch.tsx";
import { Menu } from "../../ui/overlays/menu.tsx";
import type { MenuEntry } from "../../ui/overlays/menu_entries.ts";
import { DeliveryStateDot } from "./delivery_style.tsx";
import type { ChannelActions } from "./use_channel_actions.tsx";

interface ListProps {
  label: string;
  mayWrite: boolean;
  /** The channel of this browser, if it has one. */
  ownId: number | undefined;
  types: readonly ChannelTypeEntry[];
  actions: ChannelActions;
  onEdit: (id: number) => void;
}

type RowProps = ListProps & { channel: AnyChannel };

const nameOf = ({ name }: AnyChannel) => name;

/** Renders the channels as a table, or as cards on a phone. */
export function ChannelTable({ channels, ...props }: ListProps & { channels: readonly AnyChannel[] }) {
  const { label, mayWrite, ownId, types, actions, onEdit } = props;
  const columns = useMemo(() => {
    const all = columnsOf({ label, mayWrite, ownId, types, actions, onEdit });
    return mayWrite ? all : all.filter(({ id }) => id !== "actions");
  }, [label, mayWrite, ownId, types, actions, onEdit]);
  return (
    <DataTable
      flush
      label={label}
      columns={columns}
      rows={channels}
      rowName={nameOf}
      minWidth={560}
      card={(channel) => <Card channel={channel} {...props} />}
    />
  );
}

function columnsOf(props: ListProps): readonly Column<AnyChannel>[] {
  return [
    {
      id: "name",
      header: "notifications.name",
      share: 0.3,
      className: "ps-4",
      headClassName: "ps-4",
      cell: (channel) => <NameCell channel={channel} {...props} />,
    },
    {
      id: "type",
      header: "notifications.type",
      width: 150,
      minWindowWidth: 1280,
      className: "truncate text-muted",
      cell: (channel) => <ServiceName channel={channel} types={props.types} />,
    },
    {
      id: "lastDelivery",
      header: "notifications.lastDelivery",
      className: "py-1.5",
      cell: (channel) => <LastDelivery channel={channel} />,
    },
    {
      id: "enabled",
      header: "notifications.state",
      width: 72,
      cell: (channel) => <OnOff channel={channel} {...props} />,
    },
    {
      id: "actions",
      header: "notifications.actions",
      hideHeader: true,
      width: 116,
      className: "pe-3",
      cell: (channel) => <RowActions channel={channel} {...props} />,
    },
  ];
}

function isDefaultOf(channel: AnyChannel): boolean {
  return "isDefault" in channel && channel.isDefault;
}

function NameCell({ channel, ownId, mayWrite, onEdit }: RowProps) {
  const { t } = useMessages();
  const { id, name } = channel;
  return (
    <span className="flex items-center gap-2 *:not-first:shrink-0">
      {mayWrite
        ? (
          <button
            type="button"
            title={name}
            onClick={() => onEdit(id)}
            className="line-clamp-2 min-w-0 text-start font-medium break-words hover:text-accent-text hover:underline"
          >
            {name}
          </button>
        )
        : <span className="line-clamp-2 min-w-0 font-medium break-words">{name}</span>}
      {isDefaultOf(channel) && <Badge tone="accent">{t("notifications.isDefault")}</Badge>}
      {id === ownId && <Badge>{t("notifications.thisBrowser")}</Badge>}
    </span>
  );
}

function Card({ channel, ...props }: RowProps) {
  const { t } = useMessages();
  const { id, name } = channel;
  return (
    <article aria-label={name} className="flex flex-col gap-1 px-4 py-2.5">
      <div className="flex items-center gap-2">
        <span title={name} className="min-w-0 truncate text-sm font-medium">{name}</span>
        {isDefaultOf(channel) && <Badge tone="accent">{t("notifications.isDefault")}</Badge>}
        {id === props.ownId && <Badge>{t("notifications.thisBrowser")}</Badge>}
        <span className="ms-auto">
          <OnOff channel={channel} {...props} />
        </span>
      </div>
      <div className="flex items-center gap-2">
        <div className="min-w-0 flex-1 text-sm">
          <div className="truncate text-xs text-muted">
            <ServiceName channel={channel} types={props.types} />
          </div>
          <LastDelivery channel={channel} oneLine />
        </div>
        {props.mayWrite && <RowActions channel={channel} {...props} />}
      </div>
    </article>
  );
}

function ServiceName({ channel: { type }, types }: Pick<RowProps, "channel" | "types">) {
  const { t, language } = useMessages();
  const label = types.find((one) => one.type === type)?.label[language];
  return <span>{label ?? t("notifications.unknownType", { type })}</span>;
}

function LastDelivery(
  { channel: { lastDelivery }, oneLine = false }: { channel: AnyChannel; oneLine?: boolean },
) {
  const { t } = useMessages();
  if (!lastDelivery) return <span className="text-faint">{t("notifications.neverSent")}</span>;
  const { state, at, answer } = lastDelivery;
  return (
    <span className="flex min-w-0 flex-col gap-0.5">
      <span className="flex items-baseline gap-2">
        <DeliveryStateDot state={state} />
        <span className="text-xs text-muted">
          <RelativeTime at={at} />
        </span>
      </span>
      {answer && (
        <span
          title={answer}
          className={classNames(
            "font-mono text-xs text-muted",
            oneLine ? "truncate" : "line-clamp-3 break-words",
          )}
        >
          {answer}
        </span>
      )}
    </span>
  );
}

function OnOff({ channel, mayWrite, actions }: Pick<RowProps, "channel" | "mayWrite" | "actions">) {
  const { t } = useMessages();
  return (
    <Switch
      hideLabel
      disabled={!mayWrite}
      label={t("notifications.enabled", { name: channel.name })}
      checked={channel.enabled}
      onChecked={(enabled) => actions.enable(channel, enabled)}
    />
  );
}

function RowActions({ channel, actions, onEdit }: RowProps) {
  const { t } = useMessages();
  const { id, name } = channel;
  const entries: MenuEntry[] = [
    ...("isDefault" in channel
      ? [
        {
          label: t("notifications.makeDefault"),
          icon: <Star />,
          disabled: channel.isDefault,
          onSelect: () => actions.makeDefault(channel),
        },
        "separator" as const,
      ]
      : []),
    { label: t("ui.delete"), icon: <Trash2 />, danger: true, onSelect: () => actions.askDelete(channel) },
  ];
  return (
    <span className="flex items-center justify-end gap-0.5">
      <IconButton
        size="small"
        tooltip={false}
        title={t("notifications.test")}
        label={t("notifications.testOf", { name })}
        icon={<Send />}
        loading={actions.busy.has(id)}
        keepsFocus
        onClick={() => actions.test(channel)}
      />
      <RowAction label={t("ui.edit")} name={name} icon={<Pencil />} onClick={() => onEdit(id)} />
      <Menu entries={entries}>
        <IconButton
          size="small"
          tooltip={false}
          label={t("ui.labelAndValue", { label: t("ui.more"), value: name })}
          icon={<Ellipsis />}
        />
      </Menu>
    </span>
  );
}
