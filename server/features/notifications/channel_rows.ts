import type { Selectable } from "kysely";
import type { Channel, ChannelTypeEntry } from "../../contract/notifications.ts";
import type { ChannelTable, DeliveryTable } from "../../migrations/notification_tables.ts";
import type { ChannelType } from "./channels/channel_type.ts";
import { namesOfFields, redactedProxy } from "./channel_secrets.ts";
import { storedJson } from "../../platform/stored_json.ts";
import { isoTime } from "../../platform/iso_time.ts";

export type ChannelRow = Selectable<ChannelTable>;
export type DeliveryRow = Selectable<DeliveryTable>;

export function plainFields({ fields_json }: Pick<ChannelRow, "fields_json">): Record<string, string> {
  return storedJson<Record<string, string>>(fields_json, {});
}

/** Converts a row to a channel of the API, without its secrets. */
export function toChannel(row: ChannelRow, last: DeliveryRow | undefined): Channel {
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    fields: plainFields(row),
    proxy: redactedProxy(row.proxy),
    enabled: row.enabled === 1,
    isDefault: row.is_default === 1,
    secretsSet: namesOfFields(row.secrets),
    lastDelivery: last
      ? { at: isoTime(last.finished_at ?? last.created_at), state: last.state, answer: last.answer }
      : null,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
    version: row.version,
  };
}

/** Returns what the page needs to render the form of a channel type. */
export function toTypeEntry({ type, label, help, fields }: ChannelType): ChannelTypeEntry {
  return { type, label, ...(help && { help }), fields: [...fields] };
}
