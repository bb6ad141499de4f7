import { type ClipboardEvent, type KeyboardEvent, useState } from "react";
import { Chip } from "../../../ui/badge.tsx";
import { classNames } from "../../../ui/class_names.ts";
import { Field, type FieldProps, inputClass, splitField } from "../../../ui/field.tsx";
import { addLabels } from "./labels.ts";

/** Labels as chips: Enter, a comma or leaving the field adds what is typed, Backspace takes the last one away. */
export function LabelsField(
  props: FieldProps & { value: readonly string[]; onValue: (labels: readonly string[]) => void },
) {
  const [field, { value, onValue }] = splitField(props);
  const [text, setText] = useState("");
  const add = (typed: string) => {
    const next = addLabels(value, typed);
    if (next !== value) onValue(next);
    setText("");
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
    if (event.key === "Backspace" && text === "") return onValue(value.slice(0, -1));
    if ((event.key !== "Enter" || text.trim() === "") && event.key !== "," && event.key !== "\uff0c") return;
    event.preventDefault();
    add(text);
  };
  const onPaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData("text");
    if (!/[,\uff0c\n]/.test(pasted)) return;
    event.preventDefault();
    add(text + pasted);
  };
  return (
    <Field {...field}>
      {(ids) => (
        <div
          className={classNames(
            inputClass,
            "flex min-h-8 flex-wrap items-center gap-1 px-1 py-0.75 focus-within:border-accent focus-within:ring-3 focus-within:ring-accent/20",
          )}
        >
          {value.map((label) => (
            <Chip
              key={label}
              label={label}
              onRemove={() => onValue(value.filter((one) => one !== label))}
            />
          ))}
          <input
            {...ids}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onBlur={() => add(text)}
            {...{ onKeyDown, onPaste }}
            className="min-w-24 flex-1 bg-transparent px-1.5 text-base outline-none touch:min-h-9 touch:text-lg"
          />
        </div>
      )}
    </Field>
  );
}
