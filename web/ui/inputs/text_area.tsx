import type { ComponentProps } from "react";
import { classNames } from "../class_names.ts";
import { Field, type FieldProps, inputClass, splitField } from "./field.tsx";

/** Renders a text area that grows with its content up to a third of the window. */
export function TextArea(
  props: FieldProps & { mono?: boolean } & Omit<ComponentProps<"textarea">, "className">,
) {
  const [field, { mono, ...area }] = splitField(props);
  return (
    <Field {...field}>
      {(ids) => (
        <textarea
          rows={2}
          {...(mono && { spellCheck: false, autoCapitalize: "off", autoCorrect: "off" })}
          {...area}
          {...ids}
          className={classNames(
            inputClass,
            "field-sizing-content max-h-[33vh] resize-y py-1.5",
            // A text area that grows with its content ignores `rows`.
            (area.rows ?? 0) > 2 ? "min-h-[calc(3lh+0.875rem)]" : "min-h-8",
            mono && "font-mono text-sm",
          )}
        />
      )}
    </Field>
  );
}
