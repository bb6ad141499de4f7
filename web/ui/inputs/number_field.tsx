import { type ComponentProps, useState } from "react";
import { useMessages } from "../../messages/use_messages.tsx";
import { TextField } from "./text_field.tsx";

/**
 * A whole number, null while there is none. What is typed and is no whole number stays in the field, which says so and keeps its form
 * from being sent; the value is then what it was before.
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
      error={odd === null ? error : t("fields.type", { label: rest.label, type: t("fields.typeInteger") })}
      data-unreadable={odd !== null || undefined}
      onChange={({ target }) => {
        const { value: text, validity } = target;
        if (validity.badInput || !Number.isSafeInteger(Number(text))) return setOdd(text);
        setOdd(null);
        onValue(text === "" ? null : Number(text));
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") setOdd(null); // as a setting one types takes back its draft
        onKeyDown?.(event);
      }}
      {...(unit && { end: <span className="pe-2">{unit}</span> })}
    />
  );
}
