import { FileX } from "lucide-react";
import type { CrontabImportResult } from "../../../../server/contract/crontab_import.ts";
import { EmptyState } from "../../../ui/feedback/empty_state.tsx";
import type { MessageKey } from "../../../messages/messages.ts";
import { useMessages } from "../../../messages/use_messages.tsx";

const noRules = ["imports.noRules", "imports.noRulesHelp"] as const;
const messages: Record<CrontabImportResult["found"], readonly [MessageKey, MessageKey]> = {
  text: noRules,
  crontab: noRules,
  no_crontab: ["imports.noCrontab", "imports.noCrontabHelp"],
  no_program: ["imports.noProgram", "imports.noProgramHelp"],
  unreadable: ["imports.unreadable", "imports.unreadableHelp"],
};

/** Says why there is nothing to choose from. */
export function NothingFound({ found }: { found: CrontabImportResult["found"] }) {
  const { t } = useMessages();
  const [title, text] = messages[found];
  return (
    <div role="status">
      <EmptyState icon={<FileX size={22} />} title={t(title)} text={t(text)} />
    </div>
  );
}
