import assert from "node:assert/strict";
import { eventGroups, notificationEvents } from "../../../server/contract/notification_events.ts";
import { notificationRule } from "../../../server/contract/notifications.ts";
import { eventsOfGroup, type RuleDraft, ruleDraftOf, sentRule, toggleEvent } from "./rule_draft.ts";

Deno.test("rule draft: events are listed in the order of their groups", () => {
  assert.deepEqual(eventGroups.flatMap(eventsOfGroup), notificationEvents);
});

Deno.test("rule draft: unused parts are sent as null, and the contract accepts them", () => {
  const draft = {
    ...ruleDraftOf(null),
    name: " Mine ",
    events: ["login"] as const,
    labels: ["a"],
    taskIds: [3],
  };
  const { name, labels, taskIds, quietHours, title, longerThanMs } = notificationRule.parse(sentRule(draft));
  assert.deepEqual([name, labels, taskIds, quietHours, title, longerThanMs], [
    "Mine",
    null,
    null,
    null,
    null,
    null,
  ]);
});

Deno.test("rule draft: a rule passes through the form unchanged", () => {
  const rule = notificationRule.parse({
    ...{ name: "Mine", enabled: false, events: ["run_failed", "run_too_long"], labels: ["a"], taskIds: [3] },
    ...{
      channelIds: [1, 2],
      quietHours: { from: "23:00", to: "07:30" },
      groupMs: 90_000,
      longerThanMs: 600_000,
    },
    ...{ oncePerState: false, title: "{task}", content: " x\n", language: "zh" },
  });
  assert.deepEqual(sentRule(ruleDraftOf(rule)), rule);
});

Deno.test("rule draft: events keep the order of their groups", () => {
  const events = toggleEvent(["login", "run_ended"], "run_failed", true);
  assert.deepEqual(events, ["run_failed", "run_ended", "login"]);
  assert.deepEqual(toggleEvent(events, "run_ended", false), ["run_failed", "login"]);
});

Deno.test("rule draft: a rule about heartbeats keeps its labels, but no tasks", () => {
  const draft = { ...ruleDraftOf(null), name: "Down", labels: ["prod"], taskIds: [3] };
  const sent = (events: RuleDraft["events"]) => {
    const { labels, taskIds } = sentRule({ ...draft, events });
    return [labels, taskIds];
  };
  assert.deepEqual(sent(["heartbeat_down"]), [["prod"], null]);
  assert.deepEqual(sent(["heartbeat_down", "run_failed"]), [["prod"], [3]]);
  assert.deepEqual(sent(["login"]), [null, null]);
});
