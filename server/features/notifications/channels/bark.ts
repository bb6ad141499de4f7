import type { ChannelType } from "./channel_type.ts";
import { expectFine } from "./responses.ts";
import { choice, filled, optional, required, withoutSlash } from "./fields.ts";

export const bark: ChannelType = {
  type: "bark",
  label: { en: "Bark", zh: "Bark" },
  fields: [
    required("barkPush", "secret", "destination", "Device key or URL", "设备码或 URL", {
      help: { en: "Device key, or the full URL of your own server", zh: "设备码，或自建服务器的完整 URL" },
    }),
    optional("barkIcon", "text", "content", "Icon URL", "图标 URL"),
    optional("barkSound", "text", "content", "Sound", "铃声"),
    optional("barkGroup", "text", "content", "Group", "分组", { default: "Sundial" }),
    optional("barkLevel", "select", "content", "Level", "时效性", {
      default: "active",
      options: [
        choice("active", "Active: lights the screen up", "active：立即亮屏显示"),
        choice("timeSensitive", "Time-sensitive: also in focus", "timeSensitive：专注状态下也显示"),
        choice("passive", "Passive: only in the list", "passive：仅加入通知列表"),
        choice("critical", "Critical: also when muted", "critical：静音时也响铃"),
      ],
    }),
    optional("barkUrl", "text", "content", "URL to open", "点击后打开的 URL", {
      help: { en: "Leave blank to use the page of the run", zh: "留空则打开本次运行的页面" },
    }),
    optional("barkArchive", "select", "content", "Archive", "存档", {
      options: [choice("1", "Keep in the app", "保存到 App"), choice("0", "Do not keep", "不保存")],
    }),
  ],
  limits: { title: 250, content: 2500 },
  async send({ title, content, link, key }, values, sender) {
    const { barkPush = "", barkIcon, barkSound, barkGroup, barkLevel, barkUrl, barkArchive } = values;
    const isAddress = /^https?:\/\//i.test(barkPush.trim());
    const more = {
      icon: barkIcon,
      sound: barkSound,
      group: barkGroup,
      isArchive: barkArchive,
      level: barkLevel,
    };
    const response = await sender.request({
      url: isAddress ? withoutSlash(barkPush) : `https://api.day.app/${encodeURIComponent(barkPush.trim())}`,
      // A retry replaces the first message on the phone.
      json: { title, body: content, id: key, ...filled({ ...more, url: barkUrl || link }) },
    });
    return expectFine(response, ({ code }) => code === 200);
  },
};
