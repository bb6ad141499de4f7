// Plants a secret in every secret field of every kind of channel; each channel is tested, used, and fails at
// a service that repeats everything it receives. The secrets must not occur in responses, files, messages or
// exports.
import assert from "node:assert/strict";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { ChannelTypeEntry } from "../../server/contract/notifications.ts";
import { PanelProcess } from "../support/panel_process.ts";
import { SecretSearch } from "../support/secret_search.ts";
import { until } from "../support/until.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";

/** A server that rejects every request and repeats its content. */
class Echo implements AsyncDisposable {
  requested = 0;
  readonly #server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
    this.requested++;
    const headers = [...request.headers].filter(([name]) => !["accept", "host", "user-agent"].includes(name));
    const output = [request.url, JSON.stringify(headers), await request.text()];
    // Error messages are short, so each response repeats one part.
    return new Response(output[this.requested % output.length], { status: 400 });
  });

  get address(): string {
    return `http://127.0.0.1:${this.#server.addr.port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
  }
}

/** Fields that require a certain format around the secret. */
const forms: Record<string, (secret: string, address: string) => string> = {
  weWorkAppKey: (secret) => `corp,${secret},@all,1000002`,
  telegramBotProxyAuth: (secret) => `me:${secret}`,
  webhookUrl: (secret, address) => `${address}/${secret}?title=$title`,
  webhookHeaders: (secret) => `Authorization: Bearer ${secret}\nX-Other: ${secret}`,
  webhookBody: (secret) => `title: $title\nkey: ${secret}`,
  ntfyActions: (secret) => `http, Open, https://a.example, headers.Authorization=Bearer ${secret}`,
  ...Object.fromEntries(
    ["barkPush", "larkKey", "slackWebhook", "discordWebhook", "teamsWebhook", "synologyChatUrl"].map((
      name,
    ) => [name, (secret: string, address: string) => `${address}/${secret}`]),
  ),
};
const plain: Record<string, string> = {
  chronocatQQ: "user_id=1",
  goCqHttpBotQq: "user_id=1",
  wxPusherBotUids: "UID_1",
  smtpHost: "127.0.0.1",
  smtpPort: "1",
  emailService: "QQ",
  webPushEndpoint: "https://127.0.0.1:9/send", // http is rejected
};

function fieldsOf({ fields }: ChannelTypeEntry, secrets: string[], address: string): Record<string, string> {
  return Object.fromEntries(fields.flatMap(({ name, kind, required, default: defaults = "" }) => {
    if (kind === "secret" || kind === "secret_lines") {
      const secret = `pl4nt${crypto.randomUUID().replaceAll("-", "")}`;
      secrets.push(secret);
      return [[name, forms[name]?.(secret, address) ?? secret]];
    }
    if (kind === "address") return [[name, plain[name] ?? address]];
    return plain[name] || required && !defaults ? [[name, plain[name] ?? "someone"]] : [];
  }));
}

Deno.test("channels: no secret of any type appears in a response, file, log or backup", async () => {
  await using dataDir = await temporaryFolder();
  await using echo = new Echo();
  const secrets: string[] = [];
  const found: string[] = [];
  const search = new SecretSearch();
  const check = (where: string, content: string | Uint8Array) =>
    found.push(...search.namesIn(content).map((secret) => `${secret} in ${where}`));
  {
    await using panel = await PanelProcess.start({
      ...{ dataDir: dataDir.path, setUp: true, flags: ["--allow-networks", "127.0.0.0/8"] },
      environment: { SUNDIAL_LOG_LEVEL: "info" },
    });
    await panel.logIn();
    const text = async (path: string, init: RequestInit & { json?: unknown } = {}) =>
      await (await panel.fetch(`/api/${path}`, init)).text();
    const { items } = await panel.json<{ items: ChannelTypeEntry[] }>(
      "/api/notifications/channel-types",
    );
    const ids: number[] = [];
    for (const entry of items) {
      const json = {
        ...{ name: entry.type, type: entry.type, fields: fieldsOf(entry, secrets, echo.address) },
        ...(entry.type === "gotify" && { proxy: "" }),
      };
      for (const secret of secrets) search.add(secret, secret);
      const made = await panel.fetch("/api/notifications", { json });
      const response = await made.text();
      assert.equal(made.status, 201, `${entry.type}: ${response}`);
      check(`${entry.type} made`, response);
      const { id } = JSON.parse(response);
      ids.push(id);
      // Three times, for each part that the service repeats.
      for (let time = 0; time < 3; time++) {
        check(`${entry.type} test`, await text(`notifications/${id}/test`, { method: "POST" }));
      }
      check(`${entry.type} read`, await text(`notifications/${id}`));
    }
    assert.equal(ids.length, 31);
    assert.ok(
      secrets.length > 35 && echo.requested > 40,
      `${secrets.length} secrets, ${echo.requested} calls`,
    );
    await panel.json("/api/notifications/send", {
      json: { title: "T", content: "C", channelIds: ids },
    });
    await until("all were tried", async () => {
      const list = await panel.json<{ items: { attempts: number; state: string }[] }>(
        "/api/notifications/deliveries?pageSize=100",
      );
      return list.items.every(({ attempts, state }) => attempts > 0 && state !== "sending");
    });
    const paths = ["notifications", "notifications/deliveries?pageSize=100", "audit-log?pageSize=500"];
    for (const path of [...paths, "notifications/rules", "settings", "system", "system-log?pageSize=500"]) {
      check(path, await text(path));
    }
    const bundle = await (await panel.fetch("/api/system/diagnostics")).arrayBuffer();
    check("diagnostics", gunzipSync(new Uint8Array(bundle)));
    const { id } = await panel.json<{ id: number }>("/api/backups", { json: {} });
    const backup = await until("the backup is there", async () => {
      const response = await panel.fetch(`/api/backups/${id}`);
      const bytes = new Uint8Array(await response.arrayBuffer());
      return response.ok && bytes;
    });
    check("backup", gunzipSync(backup));
  }
  for await (const path of filesIn(dataDir.path)) check(path, await Deno.readFile(path));
  assert.deepEqual(found, []);
});

async function* filesIn(folder: string): AsyncGenerator<string> {
  for await (const { name, isDirectory, isFile } of Deno.readDir(folder)) {
    const path = join(folder, name);
    if (isDirectory) yield* filesIn(path);
    else if (isFile) yield path;
  }
}
