import { formatIssue } from "../../contract/messages/format.ts";
import type { Language } from "../../contract/settings.ts";
import { storedJson } from "../../platform/stored_json.ts";
import type { SourceProblem } from "./icalendar_types.ts";

/** Returns the text of a stored problem. */
export function problemText(json: string, language: Language): string {
  const { code, params = {} } = storedJson<SourceProblem>(json, { code: "invalid" });
  return formatIssue({ path: "", code, params }, language).message;
}
