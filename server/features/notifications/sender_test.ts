import assert from "node:assert/strict";
import { SenderScene } from "../../../tests/support/sender_scene.ts";
import { privateHosts } from "../../../tests/support/private_hosts.ts";
import { HttpProxy, SocksProxy } from "../../../tests/support/proxies.ts";
import { TestClock } from "../../../tests/support/test_clock.ts";
import { outboundPolicies } from "../../platform/outbound/outbound_policy.ts";
import { DeliveryError, type Sender } from "./channels/channel_type.ts";
import { email } from "./channels/email.ts";
import { CARRY_TIME_LIMIT_MS, senderFactory } from "./sender.ts";

const still = new AbortController().signal;

function senderOf({ networks = ["127.0.0.0/8"], proxy = null, signal = still, clock = new TestClock() }: {
  networks?: string[];
  proxy?: string | null;
  signal?: AbortSignal;
  clock?: TestClock;
} = {}): Sender {
  return senderFactory({
    policies: outboundPolicies({ allowNetworks: networks, listedNetworks: networks }),
    clock,
  })({ proxy, signal, requester: "person" });
}

/** A server that accepts connections and never responds. */
function silentServer(): { port: number; called: Promise<Deno.Conn> } & Disposable {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const called = listener.accept();
  return { port: listener.addr.port, called, [Symbol.dispose]: () => listener.close() };
}

Deno.test("sender: connects to no private network that was not allowed, by name, number or disguise", async () => {
  await using scene = await SenderScene.start();
  const sender = senderOf({ networks: [] });
  for (const host of ["127.0.0.1", "localhost", ...privateHosts]) {
    const request = { method: "POST", url: `http://${host}:${scene.port}/`, json: {} } as const;
    await assert.rejects(
      sender.request(request),
      { name: "OutboundError", reason: "inner_network" },
      host,
    );
  }
  assert.deepEqual(scene.requested, []);
});

Deno.test("sender: does not follow redirects", async () => {
  await using scene = await SenderScene.start();
  for (const status of [301, 302, 303, 307, 308]) {
    scene.responses.push({ status, headers: { location: `${scene.origin}/next` }, body: "moved" });
    const response = await senderOf().request({ method: "GET", url: `${scene.origin}/first` });
    assert.equal(response.status, status);
  }
  assert.deepEqual([...new Set(scene.requested.map(({ url }) => url))], [`${scene.origin}/first`]);
});

for (const Kind of [HttpProxy, SocksProxy]) {
  Deno.test(`sender: uses the channel's proxy (${Kind.name})`, async () => {
    await using scene = await SenderScene.start();
    await using proxy = await Kind.open("me:pass");
    const response = await senderOf({ proxy: proxy.url }).request({ method: "GET", url: scene.origin });
    assert.deepEqual([response.status, proxy.connections, scene.requested.length], [200, 1, 1]);
  });
}

Deno.test("sender: does not bypass something that is not a proxy", async () => {
  await using scene = await SenderScene.start();
  const sending = senderOf({ proxy: "ftp://x" }).request({ method: "GET", url: scene.origin });
  await assert.rejects(sending, { name: "ProxyError" });
  assert.deepEqual(scene.requested, []);
});

Deno.test("sender: times out on a silent service and closes the connection", async () => {
  using server = silentServer();
  const clock = new TestClock();
  const sending = senderOf({ clock }).request({
    method: "POST",
    url: `http://127.0.0.1:${server.port}/`,
    json: {},
  });
  const rejected = assert.rejects(sending, { name: "NoResponseError", message: "no response within 15 s" });
  using conn = await server.called;
  clock.advance(CARRY_TIME_LIMIT_MS);
  await rejected;
  await readToEnd(conn);
  assert.equal(clock.timers, 0);
});

Deno.test("sender: times out on a silent mail server and closes the connection", async () => {
  using server = silentServer();
  const clock = new TestClock();
  const mail = {
    host: "127.0.0.1",
    port: server.port,
    secure: false,
    user: "",
    password: "",
    from: "a@example.com",
    to: ["b@example.com"],
    subject: "s",
    text: "t",
    html: "t",
    key: "k",
  };
  const rejected = assert.rejects(senderOf({ clock }).mail(mail), { name: "NoResponseError" });
  using conn = await server.called;
  clock.advance(CARRY_TIME_LIMIT_MS);
  await rejected;
  await readToEnd(conn);
});

Deno.test("sender: sends nothing after it was aborted", async () => {
  await using scene = await SenderScene.start();
  const stopped = AbortSignal.abort(new Error("the panel stops"));
  const sending = senderOf({ signal: stopped }).request({ method: "GET", url: scene.origin });
  await assert.rejects(sending, { message: "the panel stops" });
  // A later request arrives at the same server.
  await senderOf().request({ method: "GET", url: `${scene.origin}/second` });
  assert.deepEqual(scene.requested.map(({ url }) => url), [`${scene.origin}/second`]);
});

Deno.test("sender: parses Retry-After in seconds or as a date", async () => {
  await using scene = await SenderScene.start();
  const clock = new TestClock("2026-03-04T05:06:07.000Z");
  const waits = [];
  for (const text of ["90", "Wed, 04 Mar 2026 05:07:07 GMT", "Wed, 04 Mar 2020 05:07:07 GMT", "soon"]) {
    scene.responses.push({ status: 429, headers: { "retry-after": text }, body: "" });
    waits.push((await senderOf({ clock }).request({ method: "GET", url: scene.origin })).retryAfterMs);
  }
  assert.deepEqual(waits, [90_000, 60_000, 0, null]);
});

Deno.test("sender: moves credentials in a URL to a header", async () => {
  await using scene = await SenderScene.start();
  await senderOf().request({ method: "GET", url: `http://me:p%40ss@127.0.0.1:${scene.port}/x` });
  assert.deepEqual([scene.requested[0]?.url, scene.requested[0]?.headers.authorization], [
    `${scene.origin}/x`,
    "Basic bWU6cEBzcw==",
  ]);
});

Deno.test("sender: rejects an invalid request permanently without repeating the secret", async () => {
  const requests = [
    { url: "push.example/key-123" },
    { url: "file:///etc/passwd?key-123" },
    { url: "http://127.0.0.1:1/", headers: { "x-key": "key-123 中" } },
    { url: "http://127.0.0.1:1/", headers: { "x-key": "key-123\r\nx: y" } },
  ];
  for (const request of requests) {
    await assert.rejects(senderOf().request({ method: "GET", ...request }), (error) => {
      assert.ok(error instanceof DeliveryError && error.permanent && !error.response.includes("key-123"));
      return true;
    });
  }
});

Deno.test("sender: reads only the start of an endless response", async () => {
  await using scene = await SenderScene.start();
  scene.responses.push({ body: "x".repeat(1_000_000) });
  const { text } = await senderOf().request({ method: "GET", url: scene.origin });
  assert.equal(text.length, 64 * 1024);
});

Deno.test("email: knows the server, port and encryption of a service by its name", async () => {
  const sent: unknown[] = [];
  const sender = { ...senderOf(), mail: (mail: object) => (sent.push(mail), Promise.resolve("250 ok")) };
  const message = { title: "T", content: "a\n<b>", link: null, key: "k" };
  const send = (values: Record<string, string>) =>
    email.send(message, { emailUser: "me@qq.com", emailPass: "code", ...values }, sender);
  await send({ emailService: "QQ" });
  await send({ emailService: "Outlook365", emailTo: "a@example.org;b@example.org" });
  const letter = { user: "me@qq.com", password: "code", from: "Sundial <me@qq.com>", subject: "T", key: "k" };
  const texts = { text: "a\n<b>", html: "a<br/>&lt;b&gt;" };
  assert.deepEqual(sent, [
    { ...letter, ...texts, host: "smtp.qq.com", port: 465, secure: true, to: ["me@qq.com"] },
    {
      ...letter,
      ...texts,
      host: "smtp.office365.com",
      port: 587,
      secure: false,
      to: ["a@example.org", "b@example.org"],
    },
  ]);
  await assert.rejects(send({ emailService: "Nowhere" }), { name: "DeliveryError", permanent: true });
});

Deno.test("email: offers every service that has a server", () => {
  const [{ options = [] } = {}] = email.fields;
  const names = options.map(({ value }) => value);
  assert.ok(["QQ", "163", "Gmail", "Outlook365", "iCloud", "Aliyun"].every((name) => names.includes(name)));
  assert.ok(!names.includes("Maildev") && names.length > 80);
});

async function readToEnd(conn: Deno.Conn): Promise<void> {
  const bytes = new Uint8Array(4096);
  // A reset connection has ended as well.
  while (await conn.read(bytes).catch(() => null) !== null);
}
