import { TextField } from "../../../ui/text_field.tsx";
import type { WordKey } from "../../../words/messages.ts";
import { useWords } from "../../../words/use_words.tsx";
import { type Draft, proposedAlias } from "./draft.ts";
import type { FormParts } from "./form_parts.ts";

type Filter = "whitelist" | "blacklist" | "dependencyWords" | "extensions";

const filters: readonly { field: Filter; word: WordKey; help: WordKey; example: string; most: number }[] = [
  {
    field: "whitelist",
    word: "subscriptions.whitelist",
    help: "subscriptions.whitelistHelp",
    example: "^daily/|sign_.*\\.js$",
    most: 2000,
  },
  {
    field: "blacklist",
    word: "subscriptions.blacklist",
    help: "subscriptions.blacklistHelp",
    example: "backup|old/",
    most: 2000,
  },
  {
    field: "dependencyWords",
    word: "subscriptions.dependencyWords",
    help: "subscriptions.dependencyWordsHelp",
    example: "^utils/|notify",
    most: 2000,
  },
  {
    field: "extensions",
    word: "subscriptions.extensions",
    help: "subscriptions.extensionsHelp",
    example: "js py ts sh",
    most: 500,
  },
];

/** Which files are taken, which of them become tasks, and where they go. */
export function FileFields({ draft, set, fault }: FormParts) {
  const { t } = useWords();
  const shown = draft.type === "file" ? [] : filters;
  return (
    <>
      {shown.map(({ field, word, help, example, most }) => (
        <TextField
          key={field}
          label={t(word)}
          optional
          mono
          value={draft[field]}
          maxLength={most}
          autoComplete="off"
          placeholder={example}
          onChange={(event) => set({ [field]: event.target.value } satisfies Partial<Draft>)}
          help={t(help)}
          error={fault(field)}
        />
      ))}
      <TextField
        label={t("subscriptions.alias")}
        optional
        mono
        value={draft.alias}
        autoComplete="off"
        placeholder={proposedAlias(draft)}
        onChange={(event) => set({ alias: event.target.value })}
        help={t("subscriptions.aliasHelp")}
        error={fault("alias")}
      />
    </>
  );
}
