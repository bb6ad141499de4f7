import type { ChannelType, Sender } from "./channel_type.ts";
import { fieldsOf } from "../../../platform/json_fields.ts";
import { expectFine } from "./responses.ts";
import { required, withoutSlash } from "./fields.ts";
import { asHtml, escapeHtml } from "./markup.ts";
import { bytesOf, wholeText } from "./whole_text.ts";

const tooMany = { retryAfterMs: ({ retry_after_ms }: Record<string, unknown>) => Number(retry_after_ms) };

export const matrix: ChannelType = {
  type: "matrix",
  label: { en: "Matrix", zh: "Matrix" },
  fields: [
    required("matrixUrl", "address", "destination", "Homeserver URL", "主服务器地址", {
      default: "https://matrix.org",
    }),
    required("matrixToken", "secret", "content", "Access token", "访问令牌"),
    required("matrixRoom", "text", "content", "Room", "房间", {
      help: {
        en: "ID or alias: !room:example.org or #room:example.org",
        zh: "ID 或别名：!room:example.org 或 #room:example.org",
      },
    }),
  ],
  limits: { title: 250, content: 8000 },
  async send(message, { matrixUrl = "", matrixToken, matrixRoom = "" }, sender) {
    const base = `${withoutSlash(matrixUrl)}/_matrix/client/v3`;
    const headers = { authorization: `Bearer ${matrixToken}` };
    const room = await findRoom(matrixRoom.trim(), { base, headers, sender });
    // The server accepts a message with the same key only once.
    const path = `rooms/${encodeURIComponent(room)}/send/m.room.message/${encodeURIComponent(message.key)}`;
    const response = await sender.request({
      method: "PUT",
      url: `${base}/${path}`,
      headers,
      json: {
        msgtype: "m.text",
        body: wholeText(message, { max: 20_000, sizeOf: bytesOf }),
        format: "org.matrix.custom.html",
        formatted_body: `<strong>${escapeHtml(message.title)}</strong><br/><br/>${asHtml(message)}`,
        "m.mentions": {},
      },
    });
    return expectFine(response, ({ event_id }) => typeof event_id === "string", tooMany);
  },
};

interface Asking {
  base: string;
  headers: Record<string, string>;
  sender: Sender;
}

async function findRoom(name: string, { base, headers, sender }: Asking): Promise<string> {
  if (!name.startsWith("#")) return name;
  const url = `${base}/directory/room/${encodeURIComponent(name)}`;
  const response = await sender.request({ method: "GET", url, headers });
  expectFine(response, ({ room_id }) => typeof room_id === "string", tooMany);
  return String(fieldsOf(response.json).room_id);
}
