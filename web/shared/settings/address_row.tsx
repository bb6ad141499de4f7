import type { ReactNode } from "react";
import { TextField } from "../../ui/inputs/text_field.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { DraftRow, type DraftRowProps, useDraft } from "./draft_rows.tsx";
import { settingTexts } from "./setting_texts.ts";
import { settingLimits } from "../../../server/contract/limits/settings.ts";

// Same rule as on the server: no password in a URL that everyone can read.
const address = /^https?:\/\/[^\s@/?#]+(?:\/[^\s@?#]*)?$/;
const addressWithQuery = /^https?:\/\/[^\s@/?#]+(?:\/[^\s@?#]*)?(?:\?\S*)?$/;

/** Renders a setting for the URL of another server, or none. */
export function AddressRow(
  { value, onSave, placeholder = "http://", hasQuery = false, children, ...setting }:
    & DraftRowProps<string | null>
    & {
      placeholder?: string;
      /** Whether the address may have a query. */
      hasQuery?: boolean;
      /** What is known of the saved address. */
      children?: ReactNode;
    },
) {
  const { t } = useMessages();
  const { draft, setDraft, row } = useDraft(value ?? "");
  const text = draft.trim();
  const wrong = text !== "" && !(hasQuery ? addressWithQuery : address).test(text);
  const save = () => onSave(text === "" ? null : text);
  return (
    <DraftRow
      {...setting}
      {...row}
      changed={row.changed && text !== (value ?? "")}
      onSave={() => !wrong && save()}
    >
      <TextField
        label={settingTexts(setting.id, t).label}
        hideLabel
        mono
        inputMode="url"
        placeholder={placeholder}
        value={draft}
        maxLength={settingLimits.webAddress}
        onChange={(event) => setDraft(event.target.value)}
        error={wrong ? t("settings.addressWrong") : undefined}
      />
      {!row.changed && children}
    </DraftRow>
  );
}
