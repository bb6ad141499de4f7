import { odd, testChannel, webRejections } from "../../../../tests/support/sender_scene.ts";
import { iGot } from "./i_got.ts";

testChannel({
  channel: iGot,
  values: { iGotPushKey: "5F2ABC" },
  results: [{ body: { ret: 0 } }],
  requests: [{
    url: "https://push.hellyw.com/5f2abc",
    form: { title: odd.title, content: odd.contentAndLink },
  }],
  rejections: [...webRejections, {
    body: { ret: 201, errMsg: "no key" },
    permanent: true,
    contains: "no key",
  }],
});
