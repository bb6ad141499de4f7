import { TextField } from "../../ui/inputs/text_field.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { DraftRow, type DraftRowProps, useDraft } from "./draft_rows.tsx";
import { settingLimits } from "../../../server/contract/limits/settings.ts";

// Same rule as on the server: no password in a URL that everyone can read.
const address = /^https?:\/\/[^\s@/?#]+(?:\/[^\s@?#]*)?$/;

/** Renders a setting for the URL of another server, or none. */
export function AddressRow(
  { id, title, label, help, value, busy, onSave, placeholder = "http://" }: DraftRowProps<string | null> & {
    /** Names the field when several rows share a title. */
    label: string;
    placeholder?: string;
  },
) {
  const { t } = useMessages();
  const { draft, setDraft, row } = useDraft(value ?? "");
  const text = draft.trim();
  const wrong = text !== "" && !address.test(text);
  const save = () => onSave(text === "" ? null : text);
  return (
    <DraftRow
      {...{ id, title, help, busy }}
      {...row}
      changed={row.changed && text !== (value ?? "")}
      onSave={() => !wrong && save()}
    >
      <TextField
        label={label}
        hideLabel
        mono
        inputMode="url"
        placeholder={placeholder}
        value={draft}
        maxLength={settingLimits.webAddress}
        onChange={(event) => setDraft(event.target.value)}
        error={wrong ? t("settings.addressWrong") : undefined}
      />
    </DraftRow>
  );
}
