import { FileX } from "lucide-react";
import type { CrontabImportAnswer } from "../../../../server/contract/crontab_import.ts";
import { EmptyState } from "../../../ui/empty_state.tsx";
import type { WordKey } from "../../../words/messages.ts";
import { useWords } from "../../../words/use_words.tsx";

const noRules = ["imports.noRules", "imports.noRulesHelp"] as const;
const words: Record<CrontabImportAnswer["found"], readonly [WordKey, WordKey]> = {
  text: noRules,
  crontab: noRules,
  no_crontab: ["imports.noCrontab", "imports.noCrontabHelp"],
  no_program: ["imports.noProgram", "imports.noProgramHelp"],
  unreadable: ["imports.unreadable", "imports.unreadableHelp"],
};

/** Says why there is nothing to choose from. */
export function NothingFound({ found }: { found: CrontabImportAnswer["found"] }) {
  const { t } = useWords();
  const [title, text] = words[found];
  return (
    <div role="status">
      <EmptyState icon={<FileX size={22} />} title={t(title)} text={t(text)} />
    </div>
  );
}
