import { odd, pinChannel, webRefusals } from "../../../../tests/support/sender_scene.ts";
import { pushMe } from "./push_me.ts";

const json = { push_key: "k", title: odd.title, content: odd.contentAndLink };

pinChannel({
  channel: pushMe,
  values: { pushMeKey: "k" },
  results: [{ body: "success" }],
  asks: [{ url: "https://push.i-i.me/", json }],
  refusals: [...webRefusals, { body: "push_key无效", permanent: true, says: "无效" }],
});

pinChannel({
  channel: pushMe,
  when: "own server",
  values: { pushMeKey: "k", pushMeUrl: "https://me.example/push" },
  results: [{ body: "success\n" }],
  asks: [{ url: "https://me.example/push", json }],
});
