// A panel with a task that has a webhook, and what senders of each kind send.
import { createHmac } from "node:crypto";
import type { WebhookDelivery, WebhookSignature } from "../../server/contract/webhooks.ts";
import type { Run } from "../../server/contract/runs.ts";
import { TestPanel, type TestPanelOptions } from "./test_panel.ts";
import { until } from "./until.ts";

export interface SentHook {
  signature?: WebhookSignature;
  /** Another secret than that of the webhook. */
  secret?: string;
  id?: string;
  at?: number;
  headers?: Record<string, string>;
  query?: string;
  path?: string;
}

export interface HookResponse {
  status: number;
  // deno-lint-ignore no-explicit-any -- any response
  json: any;
  headers: Headers;
}

export class WebhookScene implements AsyncDisposable {
  secret = "";
  path = "";
  signature: WebhookSignature = "standard";

  private constructor(
    readonly panel: TestPanel,
    readonly headers: Record<string, string>,
    readonly task: number,
  ) {}

  /** Opens a panel with a task; what the task is given by `more` replaces the usual. */
  static async open(
    more: Record<string, unknown> = {},
    { environment = {}, ...options }: Partial<TestPanelOptions> & { environment?: Record<string, string> } =
      {},
  ): Promise<WebhookScene> {
    const panel = await TestPanel.open(environment, options);
    const headers = await panel.logIn();
    const body = {
      ...{ name: "Deploy", command: 'cat "$SUNDIAL_TRIGGER_FILE"', schedules: "manual" },
      ...{ overlap: { policy: "allow", limit: 1000 }, ...more },
    };
    const { id } = await panel.request("POST", "/tasks", { headers, body });
    return new WebhookScene(panel, headers, id);
  }

  /** Calls the API below the task. */
  // deno-lint-ignore no-explicit-any -- any response
  async call(method: string, path = "/webhook", body?: unknown): Promise<{ status: number; json: any }> {
    const response = await this.panel.send(method, `/tasks/${this.task}${path}`, {
      headers: this.headers,
      body,
    });
    const text = await response.text();
    return { status: response.status, json: text === "" ? null : JSON.parse(text) };
  }

  /** Makes the webhook, or a new secret for it. */
  async make(signature: WebhookSignature = "standard", mapping: Record<string, string> = {}): Promise<this> {
    const { status, json } = await this.call("PUT", "/webhook", { signature, mapping });
    if (status !== 200) throw new Error(JSON.stringify(json));
    Object.assign(this, { secret: json.secret, path: json.path, signature });
    return this;
  }

  /** Sends a delivery that is signed as the webhook wants it. */
  async deliver(body: BodyInit = "{}", sent: SentHook = {}): Promise<HookResponse> {
    const { path = this.path, query = "" } = sent;
    const headers = signatureOf(body, { signature: this.signature, secret: this.secret, ...sent });
    const response = await this.panel.send("POST", path + query, {
      raw: body,
      headers: { "content-type": "application/json", ...headers, ...sent.headers },
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json");
    return {
      status: response.status,
      json: isJson ? JSON.parse(text) : null,
      headers: response.headers,
    };
  }

  /** Reads the list of deliveries, newest first, once there are as many. */
  async deliveries(count: number): Promise<WebhookDelivery[]> {
    let items: WebhookDelivery[] = [];
    await until(`there are ${count} deliveries`, async () => {
      items = (await this.call("GET", "/webhook/deliveries?pageSize=500")).json.items;
      return items.length >= count;
    });
    return items;
  }

  /** Waits for the end of a run and returns it with its log. */
  async end(runId: number): Promise<Run & { log: string }> {
    let run: Run | undefined;
    await until(`run ${runId} has ended`, async () => {
      run = await this.panel.request("GET", `/runs/${runId}`, { headers: this.headers });
      return run?.finishedAt !== null;
    });
    const log = await this.panel.request("GET", `/runs/${runId}/log`, { headers: this.headers });
    return { ...run!, log };
  }

  async runs(): Promise<Run[]> {
    return (await this.call("GET", "/runs?pageSize=500")).json.items;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.panel[Symbol.asyncDispose]();
  }
}

/** Returns the headers of a signed delivery. */
export function signatureOf(
  body: BodyInit,
  { signature, secret, id = crypto.randomUUID(), at = Date.now() }: SentHook & {
    signature: WebhookSignature;
    secret: string;
  },
): Record<string, string> {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body as Uint8Array;
  switch (signature) {
    case "standard": {
      const seconds = String(Math.floor(at / 1000));
      const key = Uint8Array.from(atob(secret.replace("whsec_", "")), (sign) => sign.charCodeAt(0));
      const hash = createHmac("sha256", key).update(`${id}.${seconds}.`).update(bytes).digest("base64");
      return { "webhook-id": id, "webhook-timestamp": seconds, "webhook-signature": `v1,${hash}` };
    }
    case "github": {
      const hash = createHmac("sha256", secret).update(bytes).digest("hex");
      return { "x-hub-signature-256": `sha256=${hash}`, "x-github-delivery": id };
    }
    case "gitlab":
      return { "x-gitlab-token": secret, "x-gitlab-event-uuid": id };
    case "header":
      return { "x-sundial-secret": secret };
  }
  return signature satisfies never;
}
