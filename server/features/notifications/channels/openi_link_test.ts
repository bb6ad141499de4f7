import { odd, testChannel, webRejections } from "../../../../tests/support/sender_scene.ts";
import { openiLink } from "./openi_link.ts";

testChannel({
  channel: openiLink,
  values: { openiLinkAppToken: "app" },
  results: [{ body: { ok: true } }],
  requests: [{
    url: "https://hub.openilink.com/bot/v1/message/send",
    headers: { authorization: "Bearer app" },
    json: { type: "text", content: odd.complete },
  }],
  rejections: [...webRejections, {
    body: { ok: false, error: "no session" },
    permanent: true,
    contains: "no session",
  }],
});

testChannel({
  channel: openiLink,
  when: "a self-hosted hub and a context",
  values: {
    openiLinkAppToken: "app",
    openiLinkHubUrl: "https://hub.example/x/",
    openiLinkContextToken: "ctx",
  },
  results: [{ body: { ok: true } }],
  requests: [{
    url: "https://hub.example/x/bot/v1/message/send",
    json: { type: "text", content: odd.complete, context_token: "ctx" },
  }],
});
