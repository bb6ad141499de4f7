import { TextField } from "../../../ui/inputs/text_field.tsx";
import type { MessageKey } from "../../../messages/messages.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { type Draft, proposedAlias } from "./draft.ts";
import type { FormParts } from "./form_parts.ts";
import { subscriptionLimits } from "../../../../server/contract/limits/subscriptions.ts";

type Filter = "whitelist" | "blacklist" | "dependencyWords" | "extensions";

const filters: readonly {
  field: Filter;
  word: MessageKey;
  help: MessageKey;
  example: string;
  max: number;
}[] = [
  {
    field: "whitelist",
    word: "subscriptions.whitelist",
    help: "subscriptions.whitelistHelp",
    example: "^daily/|sign_.*\\.js$",
    max: subscriptionLimits.filter,
  },
  {
    field: "blacklist",
    word: "subscriptions.blacklist",
    help: "subscriptions.blacklistHelp",
    example: "backup|old/",
    max: subscriptionLimits.filter,
  },
  {
    field: "dependencyWords",
    word: "subscriptions.dependencyWords",
    help: "subscriptions.dependencyWordsHelp",
    example: "^utils/|notify",
    max: subscriptionLimits.filter,
  },
  {
    field: "extensions",
    word: "subscriptions.extensions",
    help: "subscriptions.extensionsHelp",
    example: "js py ts sh",
    max: subscriptionLimits.extensions,
  },
];

/** Which files are taken, which of them become tasks, and where they go. */
export function FileFields({ draft, set, fault: error }: FormParts) {
  const { t } = useMessages();
  const visible = draft.type === "file" ? [] : filters;
  return (
    <>
      {visible.map(({ field, word, help, example, max }) => (
        <TextField
          key={field}
          label={t(word)}
          optional
          mono
          value={draft[field]}
          maxLength={max}
          autoComplete="off"
          placeholder={example}
          onChange={(event) => set({ [field]: event.target.value } satisfies Partial<Draft>)}
          help={t(help)}
          error={error(field)}
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
        error={error("alias")}
      />
    </>
  );
}
