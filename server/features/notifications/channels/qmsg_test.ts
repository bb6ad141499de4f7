import { odd, testChannel, webRejections } from "../../../../tests/support/sender_scene.ts";
import { qmsg } from "./qmsg.ts";

const form = { msg: odd.complete };
const fine = { body: { success: true, reason: "操作成功", code: 0 } };

testChannel({
  channel: qmsg,
  values: { qmsgKey: " a1b2 " },
  results: [fine],
  requests: [{ url: "https://qmsg.zendee.cn/send/a1b2", form }],
  rejections: [
    ...webRejections,
    { body: { success: false, reason: "key不存在", code: 500 }, permanent: true, contains: "key不存在" },
  ],
});

testChannel({
  channel: qmsg,
  when: "to a group",
  values: { qmsgKey: "a1b2", qmsgType: "group" },
  results: [fine],
  requests: [{ url: "https://qmsg.zendee.cn/group/a1b2", form }],
});
