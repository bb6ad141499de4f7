import { odd, testChannel, webRejections } from "../../../../tests/support/sender_scene.ts";
import { ntfy } from "./ntfy.ts";

const title = "=?UTF-8?B?QmFja3VwICYgIm5pZ2h0bHkiIDxiPid4JzwvYj4g8J+YgCDlpIfku70=?=";

testChannel({
  channel: ntfy,
  values: { ntfyTopic: "my topic/ä", ntfyToken: "tk_1", ntfyActions: "view, 打开, https://a.example" },
  results: [{ body: { id: "x" } }],
  requests: [{
    url: "https://ntfy.sh/my%20topic%2F%C3%A4",
    headers: {
      title,
      priority: "3",
      click: odd.link,
      authorization: "Bearer tk_1",
      actions: "=?UTF-8?B?dmlldywg5omT5byALCBodHRwczovL2EuZXhhbXBsZQ==?=",
      "content-type": "text/plain; charset=utf-8",
    },
    text: odd.content,
  }],
  rejections: [...webRejections, { status: 202, body: "later", permanent: true, contains: "HTTP 202" }],
});

testChannel({
  channel: ntfy,
  when: "login",
  values: { ntfyUrl: "https://n.example/", ntfyTopic: "t", ntfyUsername: "usér", ntfyPassword: "p:w" },
  message: { link: null },
  results: [{ body: {} }],
  requests: [{
    url: "https://n.example/t",
    headers: { authorization: "Basic dXPDqXI6cDp3" },
    text: odd.content,
  }],
});

testChannel({
  channel: ntfy,
  when: "a text over the limit",
  values: { ntfyTopic: "t" },
  message: { content: "中".repeat(2000) },
  results: [{ body: {} }],
  requests: [{ url: "https://ntfy.sh/t", text: `${"中".repeat(1364)}…` }],
});
