import type { ComponentProps, ReactNode } from "react";
import { classNames } from "../class_names.ts";
import { Field, type FieldProps, splitField } from "./field.tsx";
import { inputClass } from "./input_class.ts";

type TextFieldProps =
  & FieldProps
  & {
    /** Monospace, for commands, cron and paths; also stops spelling help. */
    mono?: boolean | undefined;
    /** Stands inside the field at its end: a unit, an icon button. */
    end?: ReactNode;
  }
  & Omit<ComponentProps<"input">, "className">;

/** One line of text; takes every attribute of an input, so `{...register("name")}` fits too. */
export function TextField(props: TextFieldProps) {
  const [field, { mono, end, ...input }] = splitField(props);
  return (
    <Field {...field}>
      {(ids) => (
        <div className="relative">
          <input
            type="text"
            {...(mono && { spellCheck: false, autoCapitalize: "off", autoCorrect: "off" })}
            {...input}
            {...ids}
            className={classNames(
              inputClass,
              "control-height",
              mono && "font-mono text-sm",
              Boolean(end) && "pe-10",
            )}
          />
          {end && <div className="absolute inset-y-0 end-1 flex items-center text-sm text-muted">{end}</div>}
        </div>
      )}
    </Field>
  );
}
