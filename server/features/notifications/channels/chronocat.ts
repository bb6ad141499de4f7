import { type ChannelType, DeliveryError } from "./channel_type.ts";
import { expectFine, oneLine } from "./responses.ts";
import { required, withoutSlash } from "./fields.ts";
import { wholeText } from "./whole_text.ts";

export const chronocat: ChannelType = {
  type: "chronocat",
  label: { en: "Chronocat", zh: "Chronocat" },
  fields: [
    required("chronocatURL", "address", "destination", "Server URL", "服务器地址"),
    required("chronocatQQ", "text", "content", "Recipients", "接收者", {
      help: { en: "user_id=number;group_id=number", zh: "user_id=QQ 号;group_id=QQ 群号" },
    }),
    required("chronocatToken", "secret", "content", "Access token", "访问令牌"),
  ],
  limits: { title: 200, content: 4000 },
  check({ chronocatQQ = "" }) {
    if (peersOf(chronocatQQ).length > 0) return {};
    return {
      chronocatQQ: {
        en: "Write user_id= or group_id= and a number",
        zh: "请填写 user_id= 或 group_id= 加数字",
      },
    };
  },
  async send(message, { chronocatURL = "", chronocatQQ = "", chronocatToken }, sender) {
    const peers = peersOf(chronocatQQ);
    const elements = [{ elementType: 1, textElement: { content: wholeText(message) } }];
    const outcomes = await Promise.allSettled(peers.map(async (peer) =>
      expectFine(
        await sender.request({
          url: `${withoutSlash(chronocatURL)}/api/message/send`,
          headers: { authorization: `Bearer ${chronocatToken}` },
          json: { peer, elements },
        }),
        () => true,
      )
    ));
    return summary(outcomes, peers.map(({ peerUin }) => peerUin));
  },
};

function peersOf(list: string): { chatType: number; peerUin: string }[] {
  return [...list.matchAll(/(user|group)_id=(\d+)/g)]
    .map(([, kind, peerUin = ""]) => ({ chatType: kind === "user" ? 1 : 2, peerUin }));
}

function summary(outcomes: PromiseSettledResult<string>[], names: string[]): string {
  const errors = outcomes.flatMap((one, index) =>
    one.status === "rejected" ? [{ name: names[index], reason: one.reason }] : []
  );
  if (errors.length === 0) {
    return oneLine(outcomes.map((one) => one.status === "fulfilled" ? one.value : "").join(" "));
  }
  if (errors.length === outcomes.length) throw errors[0]?.reason;
  // A retry would send duplicates to the recipients that already have the message.
  const messages = errors.map(({ name, reason }) =>
    `${name}: ${reason instanceof Error ? reason.message : reason}`
  );
  throw new DeliveryError(oneLine(messages.join("; ")), { permanent: true });
}
