import type { ChannelType } from "./channel_type.ts";
import { expectFine } from "./responses.ts";
import { filled, optional, required, withoutSlash } from "./fields.ts";
import { wholeText } from "./whole_text.ts";

export const openiLink: ChannelType = {
  type: "openiLink",
  label: { en: "OpeniLink", zh: "OpeniLink" },
  fields: [
    required("openiLinkAppToken", "secret", "content", "App token", "App Token"),
    optional("openiLinkHubUrl", "address", "destination", "Hub URL", "Hub 地址", {
      default: "https://hub.openilink.com",
    }),
    optional("openiLinkContextToken", "secret", "content", "Context token", "Context Token"),
  ],
  limits: { title: 200, content: 4000 },
  async send(message, { openiLinkAppToken, openiLinkHubUrl = "", openiLinkContextToken }, sender) {
    const response = await sender.request({
      url: `${withoutSlash(openiLinkHubUrl)}/bot/v1/message/send`,
      headers: { authorization: `Bearer ${openiLinkAppToken}` },
      json: {
        type: "text",
        content: wholeText(message),
        ...filled({ context_token: openiLinkContextToken }),
      },
    });
    return expectFine(response, ({ ok }) => ok === true);
  },
};
