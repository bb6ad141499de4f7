import type { ChannelType, Message } from "./channel_type.ts";
import { fieldsOf } from "../../../platform/json_fields.ts";
import { expectFine } from "./responses.ts";
import { required, withoutSlash } from "./fields.ts";
import { asHtml, htmlLines } from "./markup.ts";
import { busyWeWork, weWorkOriginField } from "./we_work_bot.ts";
import { bytesOf, shorten, wholeText } from "./whole_text.ts";

export const weWorkApp: ChannelType = {
  type: "weWorkApp",
  label: { en: "WeCom app", zh: "企业微信应用" },
  fields: [
    required("weWorkAppKey", "secret", "content", "Key", "Key", {
      help: {
        en: "corpid,corpsecret,touser,agentid and optionally 0 (card), 1 (text) or a picture ID",
        zh: "corpid,corpsecret,touser,agentid，可再加 0（卡片）、1（文本）或图片素材 ID",
      },
    }),
    weWorkOriginField,
  ],
  limits: { title: 40, content: 2000 },
  check({ weWorkAppKey = "" }) {
    if (weWorkAppKey.split(",").filter((part) => part.trim()).length >= 4) return {};
    return {
      weWorkAppKey: { en: "Four parts are needed, with commas between", zh: "至少需要四项，以英文逗号分隔" },
    };
  },
  async send(message, { weWorkAppKey = "", weWorkOrigin = "" }, sender) {
    const [corpid, corpsecret, touser, agentid, media] = weWorkAppKey.split(",").map((part) => part.trim());
    const origin = `${withoutSlash(weWorkOrigin)}/cgi-bin`;
    const key = await sender.request({
      url: `${origin}/gettoken`,
      json: { corpid, corpsecret },
    });
    expectFine(key, ({ errcode, access_token }) => errcode === 0 && Boolean(access_token), busyWeWork);
    const query = new URLSearchParams({ access_token: String(fieldsOf(key.json).access_token) });
    const response = await sender.request({
      url: `${origin}/message/send?${query}`,
      json: { touser, agentid: Number(agentid), safe: "0", ...dress(message, media) },
    });
    return expectFine(response, ({ errcode }) => errcode === 0, busyWeWork);
  },
};

function dress(message: Message, media: string | undefined): object {
  const { title, content, link } = message;
  if (media && media !== "0" && media !== "1") {
    const article = {
      title,
      thumb_media_id: media,
      content_source_url: link ?? "",
      content: asHtml(message),
    };
    const digest = shorten(content, { max: 512, sizeOf: bytesOf });
    return { msgtype: "mpnews", mpnews: { articles: [{ ...article, author: "Sundial", digest }] } };
  }
  // A card requires a link.
  if (media === "0" && link !== null) {
    const cut = shorten(content, { max: 512, sizeOf: (text) => bytesOf(htmlLines(text)) });
    return { msgtype: "textcard", textcard: { title, description: htmlLines(cut), url: link } };
  }
  return { msgtype: "text", text: { content: wholeText(message, { max: 2048, sizeOf: bytesOf }) } };
}
