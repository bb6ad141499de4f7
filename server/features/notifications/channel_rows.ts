import type { Selectable } from "kysely";
import type { Channel, ChannelTypeEntry } from "../../contract/notifications.ts";
import type { ChannelTable, DeliveryTable } from "../../migrations/notification_tables.ts";
import type { ChannelType } from "./channels/channel_type.ts";
import { namesOfFields, redactedProxy } from "./channel_secrets.ts";
import { storedJson } from "../../platform/stored_json.ts";

export type ChannelRow = Selectable<ChannelTable>;
export type DeliveryRow = Selectable<DeliveryTable>;

/** Reads the fields of a row that are no secrets. */
export function plainFields({ fields_json }: Pick<ChannelRow, "fields_json">): Record<string, string> {
  return storedJson<Record<string, string>>(fields_json, {});
}

/** Shows a channel: everything but its secrets. */
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
      ? { at: isoOf(last.finished_at ?? last.created_at), state: last.state, answer: last.answer }
      : null,
    createdAt: isoOf(row.created_at),
    updatedAt: isoOf(row.updated_at),
    version: row.version,
  };
}

/** Shows what the page draws a form from. */
export function toTypeEntry({ type, label, help, fields }: ChannelType): ChannelTypeEntry {
  return { type, label, ...(help && { help }), fields: [...fields] };
}

/** Writes an instant as the API has it. */
export function isoOf(at: number): string {
  return new Date(at).toISOString();
}
