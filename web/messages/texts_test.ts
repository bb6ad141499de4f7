import assert from "node:assert/strict";
import { createIntl } from "@formatjs/intl";
import { newMessages } from "./create_messages.ts";
import { texts as en } from "./en/texts.ts";
import { type AllTexts, flattenTexts } from "./messages.ts";
import { texts as zh } from "./zh/texts.ts";
import { en as panelEnglish } from "../../server/contract/messages/en.ts";
import { zh as panelChinese } from "../../server/contract/messages/zh.ts";

const { formatters } = createIntl({ locale: "en" });

function placeholders(text: string): string[] {
  const names = new Set<string>();
  const visit = (part: unknown): void => {
    if (Array.isArray(part)) return part.forEach(visit);
    if (typeof part !== "object" || part === null) return;
    const { type, value, options } = part as {
      type: number;
      value?: string;
      options?: Record<string, unknown>;
    };
    if (type > 0 && type < 7 && value) names.add(value);
    for (const option of Object.values(options ?? {})) visit((option as { value: unknown }).value);
  };
  visit(formatters.getMessageFormat(text, "en").getAst());
  return [...names].sort();
}

Deno.test("texts: both languages use the same placeholders in every text", () => {
  const chinese = flattenTexts(zh);
  const different = Object.entries(flattenTexts(en)).filter(([key, text]) =>
    placeholders(text).join() !== placeholders(chinese[key] ?? "").join()
  );
  assert.deepEqual(different.map(([key]) => key), []);
});

Deno.test("texts: no text is empty in either language", () => {
  const empty = [en as AllTexts, zh].flatMap((texts) => Object.entries(flattenTexts(texts)))
    .filter(([, text]) => text.trim() === "");
  assert.deepEqual(empty, []);
});

Deno.test("texts: the help of a variable's name equals its error, so that a field displays only one of them", () => {
  assert.equal(en.variables.nameHelp, panelEnglish.issues.bad_variable_name);
  assert.equal(zh.variables.nameHelp, panelChinese.issues.bad_variable_name);
});

Deno.test("texts: placeholders are filled in", () => {
  const { t } = newMessages("en", { texts: en });
  assert.equal(t("ui.required", { label: "Name" }), "Please enter Name");
  assert.equal(t("ui.tooShort", { label: "Password", min: 8 }), "Password must be at least 8 characters");
  assert.equal(
    t("controls.wrongType", { label: "Size", type: t("controls.typeInteger") }),
    "Size is not a valid integer",
  );
});

Deno.test("texts: a missing value throws instead of leaving a gap", () => {
  const { t } = newMessages("en", { texts: en });
  assert.throws(() => t("ui.required"));
});
