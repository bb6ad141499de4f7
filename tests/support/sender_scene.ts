// What channels send, received by a local server that stands for all services.
import assert from "node:assert/strict";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import {
  type ChannelType,
  DeliveryError,
  type Sender,
} from "../../server/features/notifications/channels/channel_type.ts";
import type { HttpRequest, Message } from "../../server/features/notifications/channels/channel_type.ts";
import { completed } from "../../server/features/notifications/check_fields.ts";
import { senderFactory } from "../../server/features/notifications/sender.ts";
import { outboundPolicies } from "../../server/platform/outbound/outbound_policy.ts";
import { TestClock } from "./test_clock.ts";

export interface ReceivedRequest {
  method: string;
  /** With the origin of the intended service. */
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface ServedResponse {
  status?: number;
  headers?: Record<string, string>;
  /** Text is sent unchanged, anything else as JSON. */
  body: unknown;
}

/** A message with everything that a careless channel breaks. */
export const specialMessage: Message = {
  title: `Backup & "nightly" <b>'x'</b> 😀 备份`,
  content: `a & b = "c" <d> 'e' 100% + 😀 中文\n*line* _two_ [z](w): $content #1 \\ \`q\``,
  link: "https://panel.example/crontab/detail?id=7&run=9",
  key: "delivery-7",
};

const LINK = "https://panel.example/crontab/detail?id=7&run=9";

/** The parts of the special message as services expect them. */
export const odd = {
  title: specialMessage.title,
  content: specialMessage.content,
  link: LINK,
  titleHtml: "Backup &amp; &quot;nightly&quot; &lt;b&gt;&#39;x&#39;&lt;/b&gt; 😀 备份",
  html: "a &amp; b = &quot;c&quot; &lt;d&gt; &#39;e&#39; 100% + 😀 中文" +
    "<br/>*line* _two_ [z](w): $content #1 \\ `q`",
  linkHtml: '<a href="https://panel.example/crontab/detail?id=7&amp;run=9">' +
    "https://panel.example/crontab/detail?id=7&amp;run=9</a>",
  markdown: `a \\& b = "c" \\<d\\> 'e' 100% + 😀 中文  \n` +
    "\\*line\\* \\_two\\_ \\[z\\](w): $content \\#1 \\\\ \\`q\\`\n\n<" + LINK + ">",
  complete: `${specialMessage.title}\n\n${specialMessage.content}\n\n${LINK}`,
  tight: `${specialMessage.title}\n${specialMessage.content}\n${LINK}`,
  contentAndLink: `${specialMessage.content}\n\n${LINK}`,
};

/** Rejections that any web service may return. */
export const webRejections: Rejection[] = [
  { status: 401, body: "who are you", permanent: true, contains: "HTTP 401", hides: "who" },
  { status: 404, body: "", permanent: true, contains: "HTTP 404" },
  {
    status: 429,
    headers: { "retry-after": "30" },
    body: "slow down",
    permanent: false,
    retryAfterMs: 30_000,
  },
  { status: 502, body: "<h1>Bad\ngateway</h1>", permanent: false, contains: "HTTP 502", hides: "Bad" },
  { status: 404, body: { page: "inner" }, permanent: true, contains: "HTTP 404", hides: "inner" },
  {
    status: 400,
    body: { message: "no such chat", page: "inner" },
    permanent: true,
    contains: "HTTP 400: no such chat",
    hides: "inner",
  },
  {
    status: 302,
    headers: { location: "http://127.0.0.1/inner" },
    body: "",
    permanent: true,
    contains: "HTTP 302",
  },
];

export class SenderScene implements AsyncDisposable {
  readonly requested: ReceivedRequest[] = [];
  /** Returned one after the other; then an empty object. */
  readonly responses: ServedResponse[] = [];
  readonly clock = new TestClock("2026-03-04T05:06:07.000Z");
  /** Origins of the requested services, in order. */
  readonly #origins: string[] = [];
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    server.on("request", async (request, response) => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const origin = this.#origins.shift() ?? this.origin;
      const body = new TextDecoder().decode(await new Blob(chunks as BlobPart[]).arrayBuffer()); // chunks are bytes
      const { method = "", url = "", headers } = request;
      this.requested.push({ method, url: origin + url, headers, body });
      const result = this.responses.shift() ?? { body: {} };
      response.writeHead(result.status ?? 200, result.headers);
      response.end(typeof result.body === "string" ? result.body : JSON.stringify(result.body));
    });
  }

  static async start(): Promise<SenderScene> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return new SenderScene(server);
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port; // it listens on a network address
  }

  /** Opens a sender that may access this machine and sends all requests to its server. */
  sender({ proxy = null, signal = new AbortController().signal }: Partial<Line> = {}): Sender {
    const open = senderFactory({
      policies: outboundPolicies({ allowNetworks: ["127.0.0.0/8"], listedNetworks: ["127.0.0.0/8"] }),
      clock: this.clock,
    });
    const real = open({ proxy, signal, requester: "person" });
    return {
      request: (request) => real.request(this.#divert(request)),
      mail: (mail) => real.mail(mail),
      now: () => real.now(),
    };
  }

  #divert(request: HttpRequest): HttpRequest {
    const { origin } = new URL(request.url);
    this.#origins.push(origin);
    return { ...request, url: this.origin + request.url.slice(origin.length) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

interface Line {
  proxy: string | null;
  signal: AbortSignal;
}

/** A request as documented by a service. */
export interface Expected {
  method?: string;
  url: string;
  headers?: Record<string, string>;
  json?: unknown;
  form?: Record<string, string>;
  text?: string;
}

export interface Rejection extends ServedResponse {
  permanent: boolean;
  retryAfterMs?: number;
  contains?: string;
  /** Part of the body that must not be repeated. */
  hides?: string;
}

export interface ChannelStory {
  channel: ChannelType;
  values: Record<string, string>;
  message?: Partial<Message>;
  /** The service's responses on success. */
  results: ServedResponse[];
  requests: Expected[];
  rejections?: Rejection[];
  /** Distinguishes it from the channel's other cases. */
  when?: string;
}

/** Registers tests of what a channel sends and how it handles rejections. */
export function testChannel(story: ChannelStory): void {
  const name = `${story.channel.type}${story.when === undefined ? "" : ` (${story.when})`}`;
  Deno.test(`${name}: sends the request that the service documents`, () => checkRequests(story));
  if (story.rejections === undefined) return;
  Deno.test(`${name}: classifies each rejection correctly`, async () => {
    for (const rejection of story.rejections ?? []) await checkRejection(story, rejection);
  });
}

async function checkRequests(story: ChannelStory): Promise<void> {
  const { results: responses, requests } = story;
  await using scene = await SenderScene.start();
  scene.responses.push(...responses);
  const output = await notify(story, scene);
  assert.match(output, /^(HTTP \d{3} ?)+$|^250 /);
  assert.deepEqual(scene.requested.map(({ method, url }) => `${method} ${url}`), requests.map(lineOf));
  for (const [index, expected] of requests.entries()) checkOne(scene.requested[index]!, expected);
}

async function checkRejection(story: ChannelStory, rejection: Rejection): Promise<void> {
  await using scene = await SenderScene.start();
  scene.responses.push(...story.results.slice(0, -1), rejection);
  const error: unknown = await notify(story, scene).then((output) => output, (error) => error);
  assert.ok(
    error instanceof DeliveryError,
    `was not classified as a rejection: ${JSON.stringify(rejection)}, but ${error}`,
  );
  const { permanent, retryAfterMs, response } = error;
  const { contains = response } = rejection;
  assert.deepEqual({ permanent, retryAfterMs }, {
    permanent: rejection.permanent,
    retryAfterMs: rejection.retryAfterMs ?? null,
  }, JSON.stringify(rejection));
  assert.ok(response !== "" && response.includes(contains), `${response} does not contain ${contains}`);
  assert.ok(
    rejection.hides === undefined || !response.includes(rejection.hides),
    `${response} repeats the body`,
  );
}

function notify({ channel, values, message }: ChannelStory, scene: SenderScene): Promise<string> {
  const unknown = Object.keys(values).filter((name) => !channel.fields.some((field) => field.name === name));
  assert.deepEqual(unknown, []);
  const complete = completed(channel, values);
  assert.deepEqual(channel.check?.(complete) ?? {}, {});
  return channel.send({ ...specialMessage, ...message }, complete, scene.sender());
}

function lineOf({ method = "POST", url }: Expected): string {
  return `${method} ${url}`;
}

function checkOne({ headers, body }: ReceivedRequest, expected: Expected): void {
  for (const [name, value] of Object.entries(expected.headers ?? {})) {
    assert.equal(headers[name], value, name);
  }
  const type = headers["content-type"];
  if (expected.json !== undefined) {
    assert.equal(type, "application/json; charset=utf-8");
    assert.deepEqual(JSON.parse(body), expected.json);
  } else if (expected.form !== undefined) {
    assert.equal(type, "application/x-www-form-urlencoded; charset=utf-8");
    assert.deepEqual(Object.fromEntries(new URLSearchParams(body)), expected.form);
  } else assert.equal(body, expected.text ?? "");
}
