import { odd, testChannel, webRejections } from "../../../../tests/support/sender_scene.ts";
import { aibotk } from "./aibotk.ts";

const message = { type: 1, content: odd.complete };

testChannel({
  channel: aibotk,
  when: "group",
  values: { aibotkKey: "k", aibotkName: "家 & 人" },
  results: [{ body: { code: 0 } }],
  requests: [{
    url: "https://api-bot.aibotk.com/openapi/v1/chat/room",
    json: { apiKey: "k", roomName: "家 & 人", message },
  }],
  rejections: [...webRejections, {
    body: { code: 500, message: "no bot" },
    permanent: true,
    contains: "no bot",
  }],
});

testChannel({
  channel: aibotk,
  when: "friend",
  values: { aibotkKey: "k", aibotkType: "contact", aibotkName: "Ann" },
  results: [{ body: { code: 0 } }],
  requests: [{
    url: "https://api-bot.aibotk.com/openapi/v1/chat/contact",
    json: { apiKey: "k", name: "Ann", message },
  }],
});
