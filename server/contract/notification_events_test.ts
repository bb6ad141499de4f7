import assert from "node:assert/strict";
import { commonFields, eventDetails, type EventMessage, notificationEvents } from "./notification_events.ts";
import { eventMessages as english } from "./messages/notification_events_en.ts";
import { eventMessages as chinese } from "./messages/notification_events_zh.ts";

function placeholders({ title, text }: EventMessage): string[] {
  return [...`${title} ${text}`.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
}

Deno.test("notification events: messages use only fields that their event fills", () => {
  const wrong = notificationEvents.flatMap((event) => {
    const filled: readonly string[] = [...commonFields, ...eventDetails[event].fields];
    return [english, chinese].flatMap((messages) => placeholders(messages[event]))
      .filter((name) => !filled.includes(name)).map((name) => `${event}: {${name}}`);
  });
  assert.deepEqual(wrong, []);
});
