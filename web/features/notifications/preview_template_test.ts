import assert from "node:assert/strict";
import { notificationEvents, templateFields } from "../../../server/contract/notification_events.ts";
import { newMessages } from "../../messages/create_messages.ts";
import { texts } from "../../messages/en/texts.ts";
import { fillTemplate, sampleFields, unknownFields } from "./preview_template.ts";

const messages = newMessages("en", { texts });
const details = { panel: "Sundial", now: 0, timeZone: "UTC", address: "https://panel.example/" };

Deno.test("template preview: each event fills existing fields, and each field belongs to an event", () => {
  const filled = notificationEvents.flatMap((event) =>
    Object.keys(sampleFields({ ...details, event }, messages))
  );
  assert.deepEqual([...new Set(filled)].sort(), [...templateFields].sort());
});

Deno.test("template preview: fields that do not apply are empty, and unknown ones stay and are reported", () => {
  const values = sampleFields({ ...details, event: "update_available" }, messages);
  const template = "{version}|{task}|{nothing} {nothing} {}";
  assert.equal(fillTemplate(template, values, templateFields), "2.0.0||{nothing} {nothing} {}");
  assert.deepEqual(unknownFields(template, templateFields), ["nothing"]);
});
