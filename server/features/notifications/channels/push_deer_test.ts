import { odd, testChannel, webRejections } from "../../../../tests/support/sender_scene.ts";
import { pushDeer } from "./push_deer.ts";

const form = { pushkey: "PDU1&x", text: odd.title, desp: odd.markdown, type: "markdown" };

testChannel({
  channel: pushDeer,
  values: { pushDeerKey: "PDU1&x" },
  results: [{ body: { code: 0, content: { result: ['{"success":"ok"}'] } } }],
  requests: [{ url: "https://api2.pushdeer.com/message/push", form }],
  rejections: [
    ...webRejections,
    { body: { code: 0, content: { result: [] } }, permanent: true },
    { body: { code: 80501, error: "key error" }, permanent: true, contains: "key error" },
  ],
});

testChannel({
  channel: pushDeer,
  when: "own server",
  values: { pushDeerKey: "PDU1&x", pushDeerUrl: "https://deer.example/message/push" },
  results: [{ body: { content: { result: ["1"] } } }],
  requests: [{ url: "https://deer.example/message/push", form }],
});
