import type { ChannelField as FieldOfChannel } from "../../../server/contract/notifications.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { Combobox } from "../../ui/inputs/combobox.tsx";
import { Select } from "../../ui/inputs/select.tsx";
import { Switch } from "../../ui/inputs/switch.tsx";
import { TextArea } from "../../ui/inputs/text_area.tsx";
import { TextField } from "../../ui/inputs/text_field.tsx";

/** What stands for the empty value of a list, which cannot have one. */
const NONE = "-";
/** A list with more is searched. */
const LISTED = 12;

/** One field of a channel that is no secret, as its kind asks for. */
export function PlainField(
  { field, value, onValue, error }: {
    field: FieldOfChannel;
    value: string;
    onValue: (value: string) => void;
    error: string | undefined;
  },
) {
  const { language } = useMessages();
  const { kind, required, default: usual } = field;
  const [label, help] = [field.label[language], field.help?.[language]];
  const shared = { label, help, error, optional: !required };
  const typed = {
    ...shared,
    ...{ value, placeholder: usual, autoComplete: "off" },
    onChange: ({ target }: { target: { value: string } }) => onValue(target.value),
  };
  if (kind === "switch") {
    return (
      <Switch
        label={label}
        help={help}
        checked={value === "true"}
        onChecked={(on) => onValue(String(on))}
      />
    );
  }
  if (kind === "select") return <Choice {...{ field, value, onValue, error }} />;
  if (kind === "lines") return <TextArea {...typed} mono rows={3} />;
  if (kind === "number") return <TextField {...typed} inputMode="decimal" />;
  return kind === "address" ? <TextField {...typed} mono type="url" /> : <TextField {...typed} />;
}

function Choice({ field, value, onValue, error }: Parameters<typeof PlainField>[0]) {
  const { t, language } = useMessages();
  const { options = [], required, default: usual } = field;
  const named = options.map((option) => ({ value: option.value || NONE, label: option.label[language] }));
  const shared = { label: field.label[language], help: field.help?.[language], error, optional: !required };
  // Too many to look through.
  if (options.length > LISTED) {
    return (
      <Combobox
        {...{ ...shared, onValue }}
        value={value || usual || ""}
        options={named}
        placeholder={t("notifications.notChosen")}
      />
    );
  }
  const hasEmpty = usual !== undefined || options.some((option) => option.value === "");
  const all = hasEmpty ? named : [{ value: NONE, label: t("notifications.notChosen") }, ...named];
  return (
    <Select
      {...shared}
      value={value || usual || NONE}
      options={all}
      onValue={(next) => onValue(next === NONE ? "" : next)}
    />
  );
}
