import type { ParameterValue } from "../../../server/contract/parameters.ts";
import type { Messages } from "../../messages/create_messages.ts";

/** Formats a value of a parameter; a switch is on or off. */
export function valueText(value: ParameterValue, { t }: Pick<Messages, "t">): string {
  if (typeof value === "boolean") return t(value ? "parameters.on" : "parameters.off");
  return value === "" ? '""' : String(value);
}
