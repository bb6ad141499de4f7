import { createContext, type ReactNode, useContext, useId, useLayoutEffect } from "react";
import { useMessages } from "../../messages/use_messages.tsx";
import { classNames } from "../class_names.ts";

/** Classes of every text input. */
export const inputClass = classNames(
  "w-full min-w-0 rounded-md border border-line-strong bg-surface px-2.5 text-base text-text shadow-control",
  "transition-colors duration-100 hover:border-faint focus:border-accent focus:outline-none",
  "focus:ring-3 focus:ring-accent/20 disabled:bg-sunken disabled:text-muted",
  "aria-invalid:border-danger aria-invalid:focus:ring-danger/20 touch:text-lg",
);

/** The props of every form field except its value. */
export interface FieldProps {
  label: string;
  /** One sentence below the field. */
  help?: ReactNode;
  /** The error message, shown below the help; replaces the help when both are the same sentence. */
  error?: string | undefined;
  optional?: boolean | undefined;
  /** Shows the label to screen readers only. */
  hideLabel?: boolean | undefined;
  className?: string | undefined;
}

export interface FieldIds {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
}

/** Opens the collapsed section around a field until the returned function is called. */
export const RevealContext = createContext<() => () => void>(() => () => {});

/**
 * Keeps the collapsed section around a field open while the field has an error, so that it can get the focus.
 */
export function useRevealed(error: string | undefined): void {
  const reveal = useContext(RevealContext);
  const hasError = Boolean(error);
  useLayoutEffect(() => hasError ? reveal() : undefined, [hasError, reveal]);
}

/** Renders a control with its label above and its help and error below, and links them for screen readers. */
export function Field(
  { label, help: givenHelp, error, optional = false, hideLabel = false, className, children }: FieldProps & {
    children: (ids: FieldIds) => ReactNode;
  },
) {
  const { t } = useMessages();
  useRevealed(error);
  const id = useId();
  const help = givenHelp !== error && givenHelp;
  const describedBy = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(" ") || undefined;
  return (
    <div className={classNames("flex min-w-0 flex-col gap-1.5", className)}>
      <label
        htmlFor={id}
        className={hideLabel ? "sr-only" : "text-sm font-medium text-text"}
      >
        {label}
        {optional && (
          <>
            {" "}
            <span className="ms-0.5 text-xs font-normal text-faint">{t("ui.optional")}</span>
          </>
        )}
      </label>
      {children({ id, "aria-describedby": describedBy, "aria-invalid": error ? true : undefined })}
      {help && <div id={`${id}-help`} className="text-xs text-muted">{help}</div>}
      {error && <div id={`${id}-error`} role="alert" className="text-xs text-danger-text">{error}</div>}
    </div>
  );
}

/** Splits the field's own props from those of the control inside it. */
export function splitField<P extends FieldProps>(props: P): [FieldProps, Omit<P, keyof FieldProps>] {
  const { label, help, error, optional, hideLabel, className, ...control } = props;
  return [{ label, help, error, optional, hideLabel, className }, control];
}
