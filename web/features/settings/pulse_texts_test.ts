import assert from "node:assert/strict";
import type { PulseState } from "../../../server/contract/pulse.ts";
import { newMessages } from "../../messages/create_messages.ts";
import { texts as en } from "../../messages/en/texts.ts";
import { texts as zh } from "../../messages/zh/texts.ts";
import { pulseTexts } from "./pulse_texts.ts";

const now = Date.parse("2026-03-10T12:00:00.000Z");
const before = (seconds: number) => new Date(now - seconds * 1_000).toISOString();
const idle: PulseState = {
  ...{ host: "watch.example", lastSuccessAt: null, lastFailureAt: null, failures: 0 },
  ...{ problem: null, downAt: null },
};

const states: [string, Partial<PulseState>, tone: string, english: string, chinese: string][] = [
  ["no request yet", {}, "neutral", "Not requested yet", "尚未请求"],
  ["a success", { lastSuccessAt: before(30) }, "success", "Received 30s ago", "30 秒前已送达"],
  [
    "a success that is too old to say that all is well",
    { lastSuccessAt: before(180) },
    "warning",
    "Last received 3m ago. Not requested since then, because the panel does not plan.",
    "上次送达：3 分钟前。面板未在调度，此后没有再请求。",
  ],
  [
    "one failure after a success",
    {
      lastSuccessAt: before(90),
      lastFailureAt: before(30),
      failures: 1,
      problem: { code: "status", detail: "500" },
    },
    "danger",
    "The last request failed, 30s ago: status 500 | Last received 1m ago",
    "最近 1 次请求失败（30 秒前）：状态码 500 | 上次送达：1 分钟前",
  ],
  [
    "failures only",
    { lastFailureAt: before(5), failures: 4, problem: { code: "unreachable", detail: "refused" } },
    "danger",
    "The last 4 requests failed, 5s ago: not reachable (refused) | Never received",
    "最近 4 次请求失败（5 秒前）：无法连接（refused） | 从未送达",
  ],
];
for (const [name, state, tone, ...texts] of states) {
  Deno.test(`pulse texts: ${name}`, () => {
    for (
      const [index, messages] of [newMessages("en", { texts: en }), newMessages("zh", { texts: zh })]
        .entries()
    ) {
      const { text, more, ...found } = pulseTexts({ ...idle, ...state }, now, messages);
      assert.deepEqual([found.tone, [text, more].filter(Boolean).join(" | ")], [tone, texts[index]]);
    }
  });
}
