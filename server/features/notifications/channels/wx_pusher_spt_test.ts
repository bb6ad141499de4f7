import assert from "node:assert/strict";
import { odd, testChannel, webRejections } from "../../../../tests/support/sender_scene.ts";
import { wxPusherSpt } from "./wx_pusher_spt.ts";

const url = "https://wxpusher.zjiecode.com/api/send/message/simple-push";
const basic = {
  content: `<h1>${odd.titleHtml}</h1><p>${odd.html}</p>`,
  summary: odd.title,
  contentType: 2,
  url: odd.link,
};

testChannel({
  channel: wxPusherSpt,
  values: { wxPusherSptList: "SPT_a" },
  results: [{ body: { code: 1000 } }],
  requests: [{ url, json: { ...basic, spt: "SPT_a" } }],
  rejections: [...webRejections, {
    body: { code: 1001, msg: "spt wrong" },
    permanent: true,
    contains: "spt wrong",
  }],
});

testChannel({
  channel: wxPusherSpt,
  when: "several, no link",
  values: { wxPusherSptList: "SPT_a, SPT_b," },
  message: { link: null, title: "长".repeat(120) },
  results: [{ body: { code: 1000 } }],
  requests: [{
    url,
    json: {
      content: `<h1>${"长".repeat(120)}</h1><p>${odd.html}</p>`,
      summary: `${"长".repeat(99)}…`,
      contentType: 2,
      sptList: ["SPT_a", "SPT_b"],
    },
  }],
});

Deno.test("wxPusherSpt: accepts 1 to 10 tokens", () => {
  const issue = (list: string) => wxPusherSpt.check?.({ wxPusherSptList: list }).wxPusherSptList?.en;
  assert.equal(issue(" , "), "wxPusher SPT cannot be empty");
  assert.equal(issue(Array(10).fill("SPT_a").join(",")), undefined);
  assert.equal(issue(Array(11).fill("SPT_a").join(",")), "wxPusher SPT supports at most 10 tokens");
});
