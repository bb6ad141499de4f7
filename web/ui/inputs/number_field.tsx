import type { ComponentProps } from "react";
import { TextField } from "./text_field.tsx";
import { useTypedNumber } from "./use_typed_number.ts";

/** Renders a field for an integer, null when empty. */
export function NumberField(
  { value, onValue, unit, error, onKeyDown, ...rest }:
    & { value: number | null; onValue: (value: number | null) => void; unit?: string }
    & Omit<ComponentProps<typeof TextField>, "value" | "onChange" | "type" | "end">,
) {
  const typed = useTypedNumber({ label: rest.label, integer: true, onNumber: onValue });
  return (
    <TextField
      {...rest}
      {...typed.marks}
      type="number"
      inputMode="numeric"
      step={1}
      value={typed.odd ?? value ?? ""}
      error={typed.error ?? error}
      onChange={typed.onChange}
      onKeyDown={(event) => {
        if (event.key === "Escape") typed.reset(); // as in a setting, Escape discards the draft
        onKeyDown?.(event);
      }}
      {...(unit && { end: <span className="pe-2">{unit}</span> })}
    />
  );
}
