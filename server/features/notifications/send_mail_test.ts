import assert from "node:assert/strict";
import { odd, specialMessage as message } from "../../../tests/support/sender_scene.ts";
import { MailServer, type MailServerOptions } from "../../../tests/support/mail_server.ts";
import { HttpProxy, SocksProxy } from "../../../tests/support/proxies.ts";
import { selfSigned } from "../../../tests/support/self_signed.ts";
import { TestClock } from "../../../tests/support/test_clock.ts";
import { outboundPolicies } from "../../platform/outbound/outbound_policy.ts";
import { DeliveryError } from "./channels/channel_type.ts";
import { smtp } from "./channels/smtp.ts";
import { senderFactory } from "./sender.ts";

const tls = await selfSigned();
const login = { user: "panel@example.com", password: "pä:ss w0rd" };

interface Sending {
  values?: Record<string, string>;
  authorities?: string;
  proxy?: string | null;
  networks?: string[];
}

function send(port: number, sending: Sending = {}): Promise<string> {
  const { values, authorities = tls.cert, proxy = null, networks = ["127.0.0.0/8"] } = sending;
  const open = senderFactory({
    policies: outboundPolicies({ allowNetworks: networks, listedNetworks: networks }),
    clock: new TestClock(),
    authorities,
  });
  const usual = {
    smtpHost: "127.0.0.1",
    smtpPort: String(port),
    smtpSecurity: "starttls",
    smtpUser: login.user,
    smtpPass: login.password,
    smtpFrom: "日晷 Sundial <panel@example.com>",
    smtpTo: "ann@example.org; bob@example.org",
  };
  const sender = open({ proxy, signal: new AbortController().signal, requester: "person" });
  return smtp.send(message, { ...usual, ...values }, sender);
}

function start(options: MailServerOptions = {}): Promise<MailServer> {
  return MailServer.start({ tls, login, ...options });
}

async function rejectionOf(sent: Promise<string>): Promise<DeliveryError> {
  const error: unknown = await sent.then((response) => response, (error) => error);
  assert.ok(error instanceof DeliveryError, `not refused, but ${error}`);
  return error;
}

Deno.test("mail: uses STARTTLS and login, and arrives unchanged", async () => {
  await using server = await start();
  assert.match(await send(server.port), /^250 taken as 42$/);
  const [mail] = server.mails;
  assert.equal(server.mails.length, 1);
  assert.deepEqual({ ...mail, headers: {} }, {
    from: "panel@example.com",
    to: ["ann@example.org", "bob@example.org"],
    user: login.user,
    secure: true,
    headers: {},
    parts: {
      "text/plain": odd.contentAndLink,
      "text/html": `${odd.html}<br/><br/>${odd.linkHtml}`,
    },
  });
  const { subject, from, to, "message-id": id, "auto-submitted": auto } = mail?.headers ?? {};
  assert.deepEqual({ subject, from, to, id, auto }, {
    subject: odd.title,
    from: "日晷 Sundial <panel@example.com>",
    to: "ann@example.org, bob@example.org",
    id: "<delivery-7@example.com>",
    auto: "auto-generated",
  });
});

Deno.test("mail: goes to each address of the list, also where a name contains a comma", async () => {
  await using server = await start();
  await send(server.port, { values: { smtpTo: `ops@mail.example; "Doe, J" <j@mail.example>` } });
  assert.deepEqual(server.mails[0]?.to, ["ops@mail.example", "j@mail.example"]);
  assert.equal(server.mails[0]?.headers["to"], `ops@mail.example, "Doe, J" <j@mail.example>`);
});

Deno.test("mail: uses TLS from the first byte", async () => {
  await using server = await start({ secure: true });
  await send(server.port, { values: { smtpSecurity: "tls" } });
  assert.deepEqual(server.mails.map(({ secure, user }) => ({ secure, user })), [{
    secure: true,
    user: login.user,
  }]);
});

Deno.test("mail: a wrong password is permanent and reported in the server's words", async () => {
  await using server = await start();
  const error = await rejectionOf(send(server.port, { values: { smtpPass: "wrong" } }));
  assert.equal(error.permanent, true);
  assert.match(error.response, /^535 .*密码错误/);
  assert.deepEqual(server.mails, []);
});

Deno.test("mail: sends nothing to a server with an untrusted certificate", async () => {
  await using server = await start();
  const other = await selfSigned();
  for (const smtpSecurity of ["starttls"]) {
    await assert.rejects(
      send(server.port, { values: { smtpSecurity }, authorities: other.cert }),
      /self-signed certificate|unable to verify|UnknownIssuer/,
    );
  }
  assert.deepEqual([server.logins, server.mails], [[], []]);
});

Deno.test("mail: sends nothing to a server with a certificate for another name", async () => {
  const other = await selfSigned("mail.example.com");
  await using server = await start({ tls: other });
  await assert.rejects(send(server.port, { authorities: other.cert }), /certificate|altnames/i);
  assert.deepEqual([server.logins, server.mails], [[], []]);
});

Deno.test("mail: a server on a private network may skip encryption", async () => {
  await using server = await start({ plain: true });
  await send(server.port);
  assert.deepEqual(server.mails.map(({ secure }) => secure), [false]);
});

Deno.test("mail: any other server must encrypt before it receives the password", async () => {
  await using server = await start({ plain: true });
  // Behind a proxy, the network of a server is unknown.
  await using proxy = await HttpProxy.open("me:pass");
  const error = await rejectionOf(send(server.port, { proxy: proxy.url }));
  assert.equal(error.permanent, true);
  assert.match(error.response, /STARTTLS/);
  assert.deepEqual([server.logins, server.mails], [[], []]);
});

for (const Kind of [HttpProxy, SocksProxy]) {
  Deno.test(`mail: uses a proxy (${Kind.name}) with encryption inside the tunnel`, async () => {
    await using server = await start();
    await using proxy = await Kind.open("me:pass");
    await send(server.port, { proxy: proxy.url });
    assert.deepEqual([proxy.connections, server.mails.map(({ secure }) => secure)], [1, [true]]);
  });
}

Deno.test("mail: keeps a greeting that arrives together with the proxy's response", async () => {
  await using server = await start();
  await using proxy = gluingProxy(server.port);
  await send(server.port, { proxy: `http://127.0.0.1:${proxy.port}` });
  assert.equal(server.mails.length, 1);
});

Deno.test("mail: an unknown recipient is permanent, a busy one is not", async () => {
  const rejections = {
    "no@example.org": { code: 550, text: "no such user" },
    "busy@example.org": { code: 451, text: "greylisted" },
  };
  await using server = await start({ rejections });
  const to = (smtpTo: string) => send(server.port, { values: { smtpTo } });
  const gone = await rejectionOf(to("no@example.org"));
  assert.deepEqual([gone.permanent, /no such user/.test(gone.response)], [true, true]);
  const busy = await rejectionOf(to("busy@example.org"));
  assert.deepEqual([busy.permanent, /greylisted/.test(busy.response)], [false, true]);
  assert.match(await to("ann@example.org; no@example.org"), /taken.*not to no@example\.org/);
});

Deno.test("mail: does not repeat the response of another kind of service", async () => {
  for (const greeting of ["SSH-2.0-secret_banner\r\n", "-ERR secret state\r\n", "secret\r\n220 fine\r\n"]) {
    using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const serving = (async () => {
      using conn = await listener.accept();
      await conn.write(new TextEncoder().encode(greeting));
      await conn.read(new Uint8Array(64));
    })();
    const error: unknown = await send(listener.addr.port).then(() => null, (error) => error);
    await serving;
    assert.ok(error instanceof Error);
    assert.ok(!error.message.includes("secret"), error.message);
  }
});

Deno.test("mail: does not log in without a user", async () => {
  await using server = await start({ login: null });
  await send(server.port, { values: { smtpUser: "", smtpPass: "" } });
  assert.deepEqual([server.logins, server.mails.length], [[], 1]);
});

Deno.test("mail: subject and sender cannot inject headers", async () => {
  await using server = await start();
  const sender = senderFactory({
    policies: outboundPolicies({ allowNetworks: ["127.0.0.0/8"], listedNetworks: ["127.0.0.0/8"] }),
    clock: new TestClock(),
    authorities: tls.cert,
  })({ proxy: null, signal: new AbortController().signal, requester: "person" });
  const fieldPath = { host: "127.0.0.1", port: server.port, secure: false, ...login };
  const letter = {
    from: "a@example.com",
    to: ["b@example.org"],
    subject: "x\r\nBcc: evil@example.net",
    key: "k",
  };
  await sender.mail({ ...fieldPath, ...letter, text: "t\r\n.\r\nMAIL FROM:<x>", html: "t" });
  assert.deepEqual(server.mails.map(({ to }) => to), [["b@example.org"]]);
  assert.equal(server.mails[0]?.headers["bcc"], undefined);
  assert.equal(server.mails[0]?.parts["text/plain"], "t\n.\nMAIL FROM:<x>");
});

Deno.test("mail: does not connect to a private network that was not allowed", async () => {
  await using server = await start();
  await assert.rejects(send(server.port, { networks: [] }), {
    name: "OutboundError",
    reason: "inner_network",
  });
  assert.deepEqual(server.logins, []);
});

/** A proxy that sends its response and the server's greeting in one packet. */
function gluingProxy(port: number): AsyncDisposable & { port: number } {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const open: Deno.Conn[] = [];
  const serve = async (conn: Deno.Conn) => {
    const bytes = new Uint8Array(4096);
    await conn.read(bytes);
    const out = await Deno.connect({ hostname: "127.0.0.1", port });
    open.push(conn, out);
    const count = await out.read(bytes) ?? 0;
    const response = new TextEncoder().encode("HTTP/1.1 200 OK\r\n\r\n");
    await conn.write(new Uint8Array([...response, ...bytes.subarray(0, count)]));
    await Promise.all([conn.readable.pipeTo(out.writable), out.readable.pipeTo(conn.writable)]);
  };
  void (async () => {
    for await (const conn of listener) void serve(conn).catch(() => {});
  })();
  return {
    port: listener.addr.port,
    [Symbol.asyncDispose]() {
      listener.close();
      for (const conn of open) {
        try {
          conn.close();
        } catch {
          // Already closed.
        }
      }
      return Promise.resolve();
    },
  };
}
