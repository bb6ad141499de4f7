import type { ChannelType } from "./channel_type.ts";
import { expectFine } from "./responses.ts";
import { choice, filled, optional, required } from "./fields.ts";

// The service requires both for the highest priority, in seconds.
const untilRead = { retry: "60", expire: "3600" };

export const pushover: ChannelType = {
  type: "pushover",
  label: { en: "Pushover", zh: "Pushover" },
  fields: [
    required("pushoverToken", "secret", "content", "Application token", "应用 Token"),
    required("pushoverUser", "secret", "content", "User or group key", "用户或群组 Key"),
    optional("pushoverDevice", "text", "content", "Device", "设备"),
    optional("pushoverPriority", "select", "content", "Priority", "优先级", {
      default: "0",
      options: [
        choice("-2", "Lowest", "最低"),
        choice("-1", "Low", "低"),
        choice("0", "Normal", "普通"),
        choice("1", "High", "高"),
        choice("2", "Emergency: until it is read", "紧急：直到确认为止"),
      ],
    }),
    optional("pushoverSound", "text", "content", "Sound", "铃声"),
  ],
  limits: { title: 250, content: 1024 },
  async send({ title, content, link }, values, sender) {
    const { pushoverToken, pushoverUser, pushoverDevice, pushoverPriority, pushoverSound } = values;
    const response = await sender.request({
      url: "https://api.pushover.net/1/messages.json",
      form: filled({
        token: pushoverToken,
        user: pushoverUser,
        title,
        // The service rejects an empty message.
        message: content || title,
        url: link !== null && link.length <= 512 ? link : null,
        device: pushoverDevice,
        priority: pushoverPriority,
        sound: pushoverSound,
        ...(pushoverPriority === "2" ? untilRead : {}),
      }),
    });
    return expectFine(response, ({ status }) => status === 1);
  },
};
