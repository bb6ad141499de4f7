import type { ImportNote, ImportReason } from "../../../../server/contract/crontab_import.ts";
import type { MessageKey } from "../../../messages/messages.ts";

export const warningMessages: Record<ImportReason | ImportNote, MessageKey> = {
  not_a_rule: "imports.reasonNoRule",
  incorrect_cron: "imports.reasonCron",
  cron_never_fires: "imports.reasonNever",
  time_passed: "imports.reasonPassed",
  unknown_time_zone: "imports.reasonZone",
  command_missing: "imports.reasonCommand",
  command_too_long: "imports.reasonLong",
  invalid_character: "imports.reasonCharacter",
  exists_already: "imports.noteExists",
  disabled_line: "imports.noteDisabled",
  variables_inlined: "imports.noteVariables",
  percent_as_input: "imports.notePercent",
  with_seconds: "imports.noteSeconds",
  user_ignored: "imports.noteUser",
  mail_not_sent: "imports.noteMail",
  first_word_repeats: "imports.noteFirstWord",
};
