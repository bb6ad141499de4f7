import type { NewWebhook, Webhook, WebhookDelivery } from "../../contract/webhooks.ts";
import { type WebhookSignature, webhookSignatures } from "../../contract/webhook_kinds.ts";
import { type Call, type Command, panelOptions } from "../command.ts";
import { UsageError } from "../command_result.ts";
import { formatDetails, formatTable, note, printJson, printLines } from "../terminal.ts";
import { formatTime } from "./format_run.ts";
import { connect, type PanelApi } from "./panel_api.ts";
import { findTask } from "./find_tasks.ts";
import { webhookMessages } from "./webhook_messages.ts";

/** `sundial task webhook`: makes, shows, changes and removes the webhook of a task, and lists what came. */
export const webhook: Command = {
  name: "webhook",
  summary: { en: "show or change the webhook of a task", zh: "显示或修改任务的 Webhook 地址" },
  notes: {
    en:
      "A new webhook, and --new-secret, print the secret; it is not shown again. Without options, it is shown.",
    zh: "创建 Webhook 或使用 --new-secret 时会输出密钥，之后不再显示。不带选项时显示 Webhook。",
  },
  operands: [{ name: "task", completes: "task" }],
  options: {
    signature: {
      value: "kind",
      values: [...webhookSignatures],
      meaning: {
        en: "make it, or let senders sign another way: standard, github, gitlab or header",
        zh: "创建，或更改签名方式：standard、github、gitlab 或 header",
      },
    },
    map: {
      value: "NAME=/pointer",
      meaning: { en: "where in the JSON the value of a parameter is", zh: "参数的值在 JSON 中的位置" },
    },
    "new-secret": { meaning: { en: "replace the secret", zh: "更换密钥" } },
    deliveries: { meaning: { en: "list what came, and why it was refused", zh: "列出投递及拒绝原因" } },
    resend: { value: "id", meaning: { en: "send a delivery again", zh: "重新发送一次投递" } },
    remove: { meaning: { en: "remove it", zh: "移除" } },
    ...panelOptions,
  },
  async run(call) {
    const api = await connect(call);
    const path = `/tasks/${(await findTask(api, call)).id}/webhook`;
    if (call.has("remove")) {
      await api.json("DELETE", path);
      return note(webhookMessages[call.language].removed);
    }
    if (call.has("deliveries")) return await list(api, call, path);
    const delivery = call.text("resend");
    if (delivery !== undefined) {
      const started = await api.json<{ runId: number }>(
        "POST",
        `${path}/deliveries/${Number(delivery)}/resend`,
      );
      return call.has("json")
        ? printJson(started)
        : note(webhookMessages[call.language].resent(started.runId));
    }
    return print(await change(api, call, path), call);
  },
};

async function change(api: PanelApi, call: Call, path: string): Promise<Webhook | NewWebhook> {
  // Checked by the parser.
  const signature = call.text("signature") as WebhookSignature | undefined;
  const pairs = call.list("map").map((pair) => readPointer(pair, call));
  const mapping = pairs.length > 0 ? Object.fromEntries(pairs) : undefined;
  if (signature === undefined && mapping === undefined && !call.has("new-secret")) {
    return await api.json<Webhook>("GET", path);
  }
  const { id } = await findTask(api, call);
  const { hasWebhook } = await api.json<{ hasWebhook: boolean }>("GET", `/tasks/${id}`);
  if (hasWebhook && !call.has("new-secret")) {
    const body = { ...signature && { signature }, ...mapping && { mapping } };
    return await api.json<Webhook>("PATCH", path, { body });
  }
  const before = hasWebhook ? await api.json<Webhook>("GET", path) : null;
  const body = {
    signature: signature ?? before?.signature ?? "standard",
    mapping: mapping ?? before?.mapping ?? {},
  };
  return await api.json<NewWebhook>("PUT", path, { body });
}

function print(found: Webhook | NewWebhook, call: Call): number {
  if (call.has("json")) return printJson(found);
  const { fields } = webhookMessages[call.language];
  const mapped = Object.entries(found.mapping).map(([name, pointer]) => `${name}=${pointer}`);
  return printLines(formatDetails([
    [fields.address, found.url],
    [fields.signature, found.signature],
    [fields.mapping, mapped.join(", ") || null],
    [fields.secret, "secret" in found ? found.secret : null],
  ]));
}

async function list(api: PanelApi, call: Call, path: string): Promise<number> {
  const found = await api.list<WebhookDelivery>(`${path}/deliveries`, {});
  if (call.has("json")) return printJson(found);
  const text = webhookMessages[call.language];
  if (found.items.length === 0) return note(text.none);
  const rows = found.items.map(({ id, at, accepted, reason, runId }) => [
    String(id),
    formatTime(at),
    accepted ? text.accepted : text.refused,
    reason ?? "-",
    runId === null ? "-" : String(runId),
  ]);
  return printLines(formatTable(text.columns.map((title) => ({ title })), rows));
}

function readPointer(pair: string, call: Call): [string, string] {
  const at = pair.indexOf("=");
  if (at < 1) throw new UsageError(webhookMessages[call.language].badPair(pair));
  return [pair.slice(0, at), pair.slice(at + 1)];
}
