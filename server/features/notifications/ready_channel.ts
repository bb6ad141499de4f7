import { isSecretKind } from "../../contract/field_kinds.ts";
import type { Sealer } from "../../platform/seal.ts";
import { type ChannelRow, plainFields } from "./channel_rows.ts";
import { openFields, openProxy, secretParts } from "./channel_secrets.ts";
import type { ChannelType, Values } from "./channels/channel_type.ts";
import { completed } from "./check_fields.ts";
import type { ReadyChannel } from "./try_to_send.ts";

/** Opens a saved channel for sending; `panelProxy` applies to channels without a proxy. Throws `SealError`. */
export function openChannel(
  row: Pick<ChannelRow, "fields_json" | "secrets" | "proxy">,
  type: ChannelType,
  { sealer, panelProxy }: { sealer: Sealer; panelProxy: () => string | null },
): ReadyChannel {
  const values = { ...plainFields(row), ...openFields(row.secrets, sealer) };
  return readyChannel(type, values, openProxy(row.proxy, sealer) ?? panelProxy());
}

export function readyChannel(type: ChannelType, values: Values, proxy: string | null): ReadyChannel {
  const whole = completed(type, values);
  const hidden = type.fields.filter(({ kind }) => isSecretKind(kind))
    .flatMap(({ name }) => secretParts(whole[name] ?? ""));
  const secrets = [...hidden, ...passwordOf(proxy)].filter((secret) => secret !== "");
  return { type, values: whole, proxy, secrets };
}

function passwordOf(proxy: string | null): string[] {
  const password = /^(?:[a-z0-9]+:\/\/)?[^/@:]*:(.*)@/i.exec(proxy ?? "")?.[1];
  if (password === undefined) return [];
  try {
    return [password, decodeURIComponent(password)];
  } catch {
    return [password];
  }
}
