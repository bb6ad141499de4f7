import { odd, testChannel, webRejections } from "../../../../tests/support/sender_scene.ts";
import { serverChan } from "./server_chan.ts";

const form = { title: odd.title, desp: odd.markdown };

testChannel({
  channel: serverChan,
  values: { serverChanKey: "SCT1Tabc" },
  results: [{ body: { code: 0, data: { errno: 0 } } }],
  requests: [{ url: "https://sctapi.ftqq.com/SCT1Tabc.send", form }],
  rejections: [...webRejections, {
    body: { code: 40001, message: "bad key" },
    permanent: true,
    contains: "bad key",
  }],
});

testChannel({
  channel: serverChan,
  when: "key of the third edition",
  values: { serverChanKey: "sctp42tABC" },
  results: [{ body: { errno: 0 } }],
  requests: [{ url: "https://42.push.ft07.com/send/sctp42tABC.send", form }],
});
