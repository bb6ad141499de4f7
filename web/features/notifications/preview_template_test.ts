import assert from "node:assert/strict";
import { notificationEvents, templateFields } from "../../../server/contract/notification_events.ts";
import { newMessages } from "../../messages/create_messages.ts";
import { texts } from "../../messages/en/texts.ts";
import { fillTemplate, sampleFields, unknownFields } from "./preview_template.ts";

const messages = newMessages("en", { texts });
const details = { panel: "Sundial", now: 0, timeZone: "UTC", address: "https://panel.example/" };

Deno.test("preview of a template: each event fills fields that there are, and some field is for some event", () => {
  const filled = notificationEvents.flatMap((event) =>
    Object.keys(sampleFields({ ...details, event }, messages))
  );
  assert.deepEqual([...new Set(filled)].sort(), [...templateFields].sort());
});

Deno.test("preview of a template: fields that do not apply are empty, what is no field stays and is told", () => {
  const values = sampleFields({ ...details, event: "update_available" }, messages);
  const template = "{version}|{task}|{nothing} {nothing} {}";
  assert.equal(fillTemplate(template, values, templateFields), "2.0.0||{nothing} {nothing} {}");
  assert.deepEqual(unknownFields(template, templateFields), ["nothing"]);
});
