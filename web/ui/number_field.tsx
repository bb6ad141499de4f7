import type { ComponentProps } from "react";
import { TextField } from "./text_field.tsx";

/** A whole number within bounds; gives null while what is typed is not one. */
export function NumberField(
  { value, onValue, unit, ...rest }:
    & { value: number | null; onValue: (value: number | null) => void; unit?: string }
    & Omit<ComponentProps<typeof TextField>, "value" | "onChange" | "type" | "end">,
) {
  return (
    <TextField
      {...rest}
      type="number"
      inputMode="numeric"
      step={1}
      value={value ?? ""}
      onChange={(event) => onValue(readInteger(event.target.value))}
      {...(unit && { end: <span className="pe-2">{unit}</span> })}
    />
  );
}

function readInteger(text: string): number | null {
  const value = Number(text);
  return text.trim() !== "" && Number.isSafeInteger(value) ? value : null;
}
