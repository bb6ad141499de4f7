import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { odd, specialMessage } from "../../../../tests/support/sender_scene.ts";
import { DeliveryError, type HttpRequest, type Message, type Sender } from "./channel_type.ts";
import { webPush } from "./web_push.ts";
import { encryptPush, MAX_PUSH_BYTES } from "./web_push_message.ts";

const curve = { name: "ECDH", namedCurve: "P-256" };
const base64 = (bytes: ArrayBuffer | Uint8Array) => Buffer.from(bytes as ArrayBuffer).toString("base64url");

// RFC 8291, appendix A.
const example = {
  text: "When I grow up, I want to be a watermelon",
  publicKey: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
  authSecret: "BTBZMqHH6r4Tts7J_aSIgg",
  senderPublic: "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8",
  senderPrivate: "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw",
  salt: "DGv6ra1nlYgDCS1FRnbzlw",
  encrypted:
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tlz" +
    "AC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
};

Deno.test("web push: encrypts the example of RFC 8291", async () => {
  const point = Buffer.from(example.senderPublic, "base64url");
  const publicPart = {
    kty: "EC",
    crv: "P-256",
    x: base64(point.subarray(1, 33)),
    y: base64(point.subarray(33)),
  };
  const keys = {
    publicKey: await crypto.subtle.importKey("jwk", publicPart, curve, true, []),
    privateKey: await crypto.subtle.importKey(
      "jwk",
      { ...publicPart, d: example.senderPrivate },
      curve,
      true,
      [
        "deriveBits",
      ],
    ),
  };
  const salt = new Uint8Array(Buffer.from(example.salt, "base64url"));
  assert.equal(base64(await encryptPush(example.text, example, { keys, salt })), example.encrypted);
});

Deno.test("web push: a browser decrypts the message, and the push service recognizes its sender", async () => {
  const browser = await subscribe();
  const { result, request } = await send(specialMessage, browser.values, 201);
  assert.equal(result, "HTTP 201");
  assert.equal(request.url, browser.values.webPushEndpoint);
  const { authorization = "", ...headers } = request.headers ?? {};
  assert.deepEqual(headers, { "content-encoding": "aes128gcm", ttl: "172800", urgency: "high" });
  assert.deepEqual(JSON.parse(await browser.decrypt(request.bytes!)), {
    title: odd.title,
    content: odd.content,
    link: odd.link,
    key: "delivery-7",
  });
  const [, token = "", key] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? [];
  assert.equal(key, browser.signingPublic);
  const [head = "", claims = "", signature = ""] = token.split(".");
  assert.deepEqual(JSON.parse(Buffer.from(claims, "base64url").toString()), {
    aud: "https://push.example",
    exp: 1_000_000 + 12 * 3600,
    sub: "https://panel.example",
  });
  assert.ok(
    await crypto.subtle.verify(
      { name: "ECDSA", hash: "SHA-256" },
      browser.signingKey,
      Buffer.from(signature, "base64url"),
      Buffer.from(`${head}.${claims}`),
    ),
  );
});

Deno.test("web push: shortens a message that a push service would reject as too large", async () => {
  const browser = await subscribe();
  const content = "第一行\t\n".repeat(400);
  const { request } = await send({ ...specialMessage, content }, browser.values, 201);
  assert.ok(request.bytes!.length <= 4096);
  const text = await browser.decrypt(request.bytes!);
  assert.ok(text.length > 1000 && Buffer.byteLength(text) <= MAX_PUSH_BYTES);
  assert.equal(JSON.parse(text).link, odd.link);
});

Deno.test("web push: retries what may pass, and gives up on a subscription that has ended", async () => {
  const { values } = await subscribe();
  for (
    const [status, permanent] of [[404, true], [410, true], [403, true], [429, false], [503, false]] as const
  ) {
    await assert.rejects(send(specialMessage, values, status), (error) => {
      assert.ok(error instanceof DeliveryError);
      assert.deepEqual([error.permanent, error.response], [permanent, `HTTP ${status}`]);
      return true;
    });
  }
});

Deno.test("web push: rejects invalid keys without a request, and a service without TLS", async () => {
  const { values } = await subscribe();
  for (const name of ["webPushPublicKey", "webPushSigningKey"]) {
    await assert.rejects(
      send(specialMessage, { ...values, [name]: "AAAA" }, 201),
      /keys of the subscription/,
    );
  }
  assert.deepEqual(webPush.check?.(values), {});
  const plain = webPush.check?.({ ...values, webPushEndpoint: "http://push.example/x" }) ?? {};
  assert.deepEqual(Object.keys(plain), ["webPushEndpoint"]);
});

async function send(message: Message, values: Record<string, string>, status: number) {
  let request: HttpRequest | undefined;
  const sender: Sender = {
    request(sent) {
      request = sent;
      return Promise.resolve({ status, text: "", json: null });
    },
    mail: () => Promise.reject(new Error("no mail")),
    now: () => 1_000_000_000,
  };
  const result = await webPush.send(message, values, sender);
  assert.ok(request);
  return { result, request };
}

/** A browser's side of a subscription. */
async function subscribe() {
  const keys = await crypto.subtle.generateKey(curve, true, ["deriveBits"]) as CryptoKeyPair;
  const signing = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, [
    "sign",
    "verify",
  ]);
  const [publicKey, auth] = [
    await crypto.subtle.exportKey("raw", keys.publicKey),
    crypto.getRandomValues(new Uint8Array(16)),
  ];
  return {
    signingKey: signing.publicKey,
    signingPublic: base64(await crypto.subtle.exportKey("raw", signing.publicKey)),
    values: {
      webPushEndpoint: "https://push.example/send/abc",
      webPushPublicKey: base64(publicKey),
      webPushAuth: base64(auth),
      webPushSigningKey: base64(await crypto.subtle.exportKey("pkcs8", signing.privateKey)),
      webPushContact: "https://panel.example",
    },
    async decrypt(body: Uint8Array): Promise<string> {
      const bytes = Buffer.from(body);
      const [salt, sender] = [bytes.subarray(0, 16), bytes.subarray(21, 21 + bytes.readUInt8(20))];
      const other = await crypto.subtle.importKey("raw", sender, curve, false, []);
      const shared = await crypto.subtle.deriveBits({ name: "ECDH", public: other }, keys.privateKey, 256);
      const info = Buffer.concat([Buffer.from("WebPush: info\0"), Buffer.from(publicKey), sender]);
      const secret = await hkdf(shared, auth, info, 256);
      const key = await hkdf(secret, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 128);
      const iv = await hkdf(secret, salt, Buffer.from("Content-Encoding: nonce\0"), 96);
      const aes = await crypto.subtle.importKey("raw", key, "AES-GCM", false, ["decrypt"]);
      const content = bytes.subarray(21 + sender.length);
      const plain = Buffer.from(await crypto.subtle.decrypt({ name: "AES-GCM", iv }, aes, content));
      assert.equal(plain.at(-1), 2);
      return plain.subarray(0, -1).toString();
    },
  };
}

async function hkdf(
  secret: ArrayBuffer,
  salt: Uint8Array,
  info: Uint8Array,
  bits: number,
): Promise<ArrayBuffer> {
  const key = await crypto.subtle.importKey("raw", secret, "HKDF", false, ["deriveBits"]);
  const parameters = { name: "HKDF", hash: "SHA-256", salt, info };
  return await crypto.subtle.deriveBits(parameters as HkdfParams, key, bits);
}
