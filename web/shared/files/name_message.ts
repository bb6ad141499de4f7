import type { Translate } from "../../messages/create_messages.ts";
import { nameIssue } from "./file_paths.ts";

/** Returns the message of an invalid name; undefined when it is valid. `label` is that of its field. */
export function nameMessage(name: string, label: string, t: Translate): string | undefined {
  switch (nameIssue(name)) {
    case "required":
      return t("ui.required", { label });
    case "slash":
      return t("files.nameSlash");
    case "dots":
      return t("files.nameDots");
    default:
      return undefined;
  }
}
