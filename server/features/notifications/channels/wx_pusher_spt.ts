import type { ChannelType } from "./channel_type.ts";
import { required, splitList } from "./fields.ts";
import { sendByWxPusher } from "./wx_pusher_bot.ts";

const MAX_TOKENS = 10;

export const wxPusherSpt: ChannelType = {
  type: "wxPusherSpt",
  label: { en: "WxPusher (simple SPT)", zh: "WxPusher（极简 SPT）" },
  fields: [
    required("wxPusherSptList", "secret", "content", "SPT", "SPT", {
      help: { en: "Up to 10, separated by commas", zh: "最多 10 个，用英文逗号分隔" },
    }),
  ],
  limits: { title: 100, content: 15_000 },
  check({ wxPusherSptList = "" }) {
    const { length } = splitList(wxPusherSptList, /,/);
    if (length === 0) {
      return { wxPusherSptList: { en: "wxPusher SPT cannot be empty", zh: "wxPusher SPT 不能为空" } };
    }
    if (length <= MAX_TOKENS) return {};
    return {
      wxPusherSptList: { en: "wxPusher SPT supports at most 10 tokens", zh: "wxPusher SPT 最多支持 10 个" },
    };
  },
  async send(message, { wxPusherSptList = "" }, sender) {
    const sptList = splitList(wxPusherSptList, /,/);
    const recipients = sptList.length === 1 ? { spt: sptList[0] } : { sptList };
    return await sendByWxPusher(message, { path: "/simple-push", recipients, sender });
  },
};
