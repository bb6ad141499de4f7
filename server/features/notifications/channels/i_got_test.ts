import { odd, pinChannel, webRefusals } from "../../../../tests/support/sender_scene.ts";
import { iGot } from "./i_got.ts";

pinChannel({
  channel: iGot,
  values: { iGotPushKey: "5F2ABC" },
  results: [{ body: { ret: 0 } }],
  asks: [{
    url: "https://push.hellyw.com/5f2abc",
    form: { title: odd.title, content: odd.contentAndLink },
  }],
  refusals: [...webRefusals, { body: { ret: 201, errMsg: "no key" }, permanent: true, says: "no key" }],
});
