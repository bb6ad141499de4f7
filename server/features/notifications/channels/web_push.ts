// Notifications of a browser that has subscribed in the notification settings, even while no page of the panel is open.
// Each subscription has a signing key of its own, made by the browser, so the panel has no key to lose or to rotate.
import { browserChannelType } from "../../../contract/limits/notifications.ts";
import { type ChannelType, DeliveryError, type Message } from "./channel_type.ts";
import { filled, optional, required } from "./fields.ts";
import { expectFine } from "./responses.ts";
import { encryptPush, MAX_PUSH_BYTES, signPush } from "./web_push_message.ts";
import { bytesOf, shorten } from "./whole_text.ts";

/** How long a push service keeps a message for a device that is off, in seconds. */
const LIFETIME_S = 2 * 24 * 3600;

export const webPush: ChannelType = {
  type: browserChannelType,
  label: { en: "Browser", zh: "浏览器" },
  fields: [
    required("webPushEndpoint", "address", "destination", "Push service URL", "推送服务地址"),
    required("webPushPublicKey", "secret", "content", "Public key of the browser", "浏览器公钥"),
    required("webPushAuth", "secret", "content", "Authentication secret", "认证密钥"),
    required("webPushSigningKey", "secret", "content", "Signing key", "签名密钥"),
    optional("webPushContact", "address", "content", "Panel URL", "面板地址", {
      help: {
        en: "Identifies the sender to the push service; some services require it",
        zh: "向推送服务标明发送方，部分服务必填",
      },
    }),
  ],
  limits: { title: 150, content: 2000 },
  check({ webPushEndpoint = "" }): Record<string, { en: string; zh: string }> {
    if (/^https:/i.test(webPushEndpoint)) return {};
    return { webPushEndpoint: { en: "The URL must start with https://", zh: "地址必须以 https:// 开头" } };
  },
  async send(message, values, sender) {
    const { webPushEndpoint: url = "", webPushPublicKey = "", webPushAuth = "", webPushSigningKey = "" } =
      values;
    const { authorization, bytes } = await keysValid(async () => ({
      bytes: await encryptPush(payloadOf(message), { publicKey: webPushPublicKey, authSecret: webPushAuth }),
      authorization: await signPush({
        endpoint: url,
        signingKey: webPushSigningKey,
        contact: values.webPushContact ?? "",
        now: sender.now(),
      }),
    }));
    const response = await sender.request({
      url,
      headers: filled({
        authorization,
        "content-encoding": "aes128gcm",
        ttl: String(LIFETIME_S),
        urgency: "high",
      }),
      bytes,
    });
    return expectFine(response, () => true);
  },
};

async function keysValid<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch {
    throw new DeliveryError("The keys of the subscription are not valid", { permanent: true });
  }
}

// Read by web/worker/service_worker.ts. Escaped characters count, too.
function payloadOf({ title, content, link, key }: Message): string {
  const write = (content: string) => JSON.stringify(filled({ title, content, link, key }));
  return write(shorten(content, { max: MAX_PUSH_BYTES, sizeOf: (text) => bytesOf(write(text)) }));
}
