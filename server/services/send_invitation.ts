import { AppError } from "../contract/app_error.ts";
import { wallTime } from "../engine/logs/run_log.ts";
import type { AccountRoutesOptions } from "../features/auth/account_list/routes.ts";
import type { Channels } from "../features/notifications/channel_service.ts";
import { notificationMessages } from "../features/notifications/notification_messages.ts";

/** Returns how invitations are sent through channels of the panel. Nothing of them is stored: they contain a secret. */
export function invitationSending(
  channels: Pick<Channels, "get" | "send">,
  zone: () => string,
): Pick<AccountRoutesOptions, "send" | "hasChannel"> {
  return {
    async send(channelId, { url, expiresAt }, { name, requester, language }) {
      const until = wallTime(Date.parse(expiresAt), zone(), "line");
      const text = notificationMessages[language].invitation(url, name, until);
      const { name: channel, ok, answer } = await channels.send(channelId, { requester, language }, {
        ...text,
        link: null,
      });
      return { channel, ok, answer };
    },
    hasChannel: (id) =>
      channels.get(id).then(() => true, (error) => {
        if (error instanceof AppError && error.code === "not_found") return false;
        throw error;
      }),
  };
}
