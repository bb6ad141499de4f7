import type { Issue } from "../../../server/contract/problem.ts";
import type { IssueCode } from "../../../server/contract/issue_codes.ts";
import type { Translate } from "../../messages/create_messages.ts";
import type { MessageKey } from "../../messages/messages.ts";

/** What is known about the field that shows an issue. */
export interface LabelledField {
  label: string;
  min?: number | string | undefined;
  max?: number | string | undefined;
}

/** Names of the types that a schema of the server can expect. */
const types: Record<string, MessageKey> = {
  array: "controls.typeList",
  boolean: "controls.typeBoolean",
  date: "controls.typeDate",
  int: "controls.typeInteger",
  number: "controls.typeNumber",
  string: "controls.typeText",
};

/** What a value is that does not match the pattern behind an issue. */
const patterns: Partial<Record<IssueCode, MessageKey>> = {
  invalid: "controls.typeValue",
  bad_branch: "controls.typeBranch",
  incorrect_pattern: "controls.typePattern",
  not_web_address: "controls.typeAddress",
  unknown_time_zone: "controls.typeTimeZone",
};

/** Returns the message of a server's issue at a field. The server does not know the label; the defaults of forms name it. */
export function fieldMessage(
  { code, message, params = {} }: Issue,
  { label, min, max }: LabelledField,
  t: Translate,
): string {
  const wrongType = (type: MessageKey) => t("controls.wrongType", { label, type: t(type) });
  const pattern = patterns[code];
  if (pattern) return wrongType(pattern);
  const isBounded = min !== undefined && max !== undefined;
  switch (code) {
    case "required":
      return t("ui.required", { label });
    case "invalid_type":
      return wrongType(types[String(params["expected"])] ?? "controls.typeValue");
    case "too_short":
      return t("ui.tooShort", { label, min: Number(params["min"]) });
    case "too_long":
      return t("controls.tooLong", { label, max: Number(params["max"]) });
    case "too_small":
    case "too_big":
      return isBounded ? t("ui.range", { label, min, max }) : message;
    default:
      return message;
  }
}

/** Returns the message of a number that must be within limits; undefined if it is. */
export function numberMessage(
  value: number | null,
  { label, min, max, text = String }: {
    label: string;
    min: number;
    max: number;
    text?: (value: number) => string;
  },
  t: Translate,
): string | undefined {
  if (value === null) return t("ui.required", { label });
  return value < min || value > max ? t("ui.range", { label, min: text(min), max: text(max) }) : undefined;
}
