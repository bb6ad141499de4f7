import { odd, testChannel, webRejections } from "../../../../tests/support/sender_scene.ts";
import { matrix } from "./matrix.ts";

const headers = { authorization: "Bearer syt_x" };
const json = {
  msgtype: "m.text",
  body: odd.complete,
  format: "org.matrix.custom.html",
  formatted_body: `<strong>${odd.titleHtml}</strong><br/><br/>${odd.html}<br/><br/>${odd.linkHtml}`,
  "m.mentions": {},
};
const put = (origin: string) => ({
  method: "PUT",
  url: `${origin}/_matrix/client/v3/rooms/!r%3Aexample.org/send/m.room.message/delivery-7`,
  headers,
  json,
});

testChannel({
  channel: matrix,
  values: { matrixToken: "syt_x", matrixRoom: "!r:example.org" },
  results: [{ body: { event_id: "$e" } }],
  requests: [put("https://matrix.org")],
  rejections: [
    ...webRejections,
    { status: 403, body: { errcode: "M_FORBIDDEN" }, permanent: true, contains: "M_FORBIDDEN" },
    {
      status: 429,
      body: { errcode: "M_LIMIT_EXCEEDED", retry_after_ms: 2000 },
      permanent: false,
      retryAfterMs: 2000,
    },
  ],
});

testChannel({
  channel: matrix,
  when: "alias",
  values: { matrixUrl: "https://m.example/", matrixToken: "syt_x", matrixRoom: "#r:example.org" },
  results: [{ body: { room_id: "!r:example.org" } }, { body: { event_id: "$e" } }],
  requests: [
    { method: "GET", url: "https://m.example/_matrix/client/v3/directory/room/%23r%3Aexample.org", headers },
    put("https://m.example"),
  ],
});
