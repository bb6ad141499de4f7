// All channel types, in the order the page offers them. One line per type.
import { aibotk } from "./aibotk.ts";
import { bark } from "./bark.ts";
import type { ChannelType } from "./channel_type.ts";
import { chronocat } from "./chronocat.ts";
import { dingtalkBot } from "./dingtalk_bot.ts";
import { discord } from "./discord.ts";
import { email } from "./email.ts";
import { goCqHttpBot } from "./go_cq_http_bot.ts";
import { gotify } from "./gotify.ts";
import { iGot } from "./i_got.ts";
import { lark } from "./lark.ts";
import { matrix } from "./matrix.ts";
import { ntfy } from "./ntfy.ts";
import { openiLink } from "./openi_link.ts";
import { pushDeer } from "./push_deer.ts";
import { pushMe } from "./push_me.ts";
import { pushPlus } from "./push_plus.ts";
import { pushover } from "./pushover.ts";
import { qmsg } from "./qmsg.ts";
import { serverChan } from "./server_chan.ts";
import { slack } from "./slack.ts";
import { smtp } from "./smtp.ts";
import { synologyChat } from "./synology_chat.ts";
import { teams } from "./teams.ts";
import { telegramBot } from "./telegram_bot.ts";
import { weWorkApp } from "./we_work_app.ts";
import { weWorkBot } from "./we_work_bot.ts";
import { webPush } from "./web_push.ts";
import { webhook } from "./webhook.ts";
import { wePlusBot } from "./we_plus_bot.ts";
import { wxPusherBot } from "./wx_pusher_bot.ts";
import { wxPusherSpt } from "./wx_pusher_spt.ts";

export const channelTypes: readonly ChannelType[] = [
  email,
  smtp,
  telegramBot,
  discord,
  slack,
  teams,
  matrix,
  pushover,
  gotify,
  ntfy,
  bark,
  dingtalkBot,
  lark,
  weWorkBot,
  weWorkApp,
  serverChan,
  pushDeer,
  pushPlus,
  wePlusBot,
  wxPusherBot,
  wxPusherSpt,
  pushMe,
  iGot,
  qmsg,
  aibotk,
  goCqHttpBot,
  chronocat,
  openiLink,
  synologyChat,
  webhook,
  webPush,
];
