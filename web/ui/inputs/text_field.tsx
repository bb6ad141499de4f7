import type { ComponentProps, ReactNode } from "react";
import { classNames } from "../class_names.ts";
import { Field, type FieldProps, inputClass, splitField } from "./field.tsx";

type TextFieldProps =
  & FieldProps
  & {
    /** Monospace, for commands, cron and paths; also disables spell checking. */
    mono?: boolean | undefined;
    /** Rendered inside the field at its end: a unit or an icon button. */
    end?: ReactNode;
  }
  & Omit<ComponentProps<"input">, "className">;

/** Renders a single-line text field; accepts every attribute of an input, so `{...register("name")}` works too. */
export function TextField(props: TextFieldProps) {
  const [field, { mono, end, ...input }] = splitField(props);
  const isText = !mono && (input.type ?? "text") === "text" && input.inputMode !== "numeric";
  return (
    <Field {...field}>
      {(ids) => (
        // Code, addresses and numbers are read from left to right, with what belongs to them at their right.
        <div className="relative" {...(!isText && { dir: "ltr" })}>
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
