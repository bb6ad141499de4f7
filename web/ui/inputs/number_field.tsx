import { type ComponentProps, useState } from "react";
import { useMessages } from "../../messages/use_messages.tsx";
import { TextField } from "./text_field.tsx";

/**
 * Renders a field for an integer, null when empty. Text that is not an integer stays in the field, shows an error and
 * blocks the form; the value stays the last valid one.
 */
export function NumberField(
  { value, onValue, unit, error, onKeyDown, ...rest }:
    & { value: number | null; onValue: (value: number | null) => void; unit?: string }
    & Omit<ComponentProps<typeof TextField>, "value" | "onChange" | "type" | "end">,
) {
  const { t } = useMessages();
  const [odd, setOdd] = useState<string | null>(null);
  return (
    <TextField
      {...rest}
      type="number"
      inputMode="numeric"
      step={1}
      value={odd ?? value ?? ""}
      error={odd === null
        ? error
        : t("controls.wrongType", { label: rest.label, type: t("controls.typeInteger") })}
      data-unreadable={odd !== null || undefined}
      onChange={({ target }) => {
        const { value: text, validity } = target;
        if (validity.badInput || !Number.isSafeInteger(Number(text))) return setOdd(text);
        setOdd(null);
        onValue(text === "" ? null : Number(text));
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") setOdd(null); // as in a setting, Escape discards the draft
        onKeyDown?.(event);
      }}
      {...(unit && { end: <span className="pe-2">{unit}</span> })}
    />
  );
}
