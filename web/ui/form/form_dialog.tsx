import { type ReactNode, useRef } from "react";
import { type FieldValues, FormProvider } from "react-hook-form";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "../../api/use_api.tsx";
import { sessionQuery } from "../../api/use_session.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { commandKey, KeyHint } from "../buttons/key_hint.tsx";
import { Callout } from "../feedback/callout.tsx";
import { Button } from "../buttons/button.tsx";
import { focusIssue } from "../overlays/focus_issue.ts";
import { Dialog, type DialogProps } from "../overlays/dialog.tsx";
import { useNarrow } from "../use_narrow.ts";
import type { ServerForm } from "./use_server_form.ts";

/** Renders a form inside a page; `FormDialog` renders one in a dialog. The first invalid field gets the focus. */
export function Form<V extends FieldValues, E>(
  { form, className, children }: { form: ServerForm<V, E>; className: string; children: ReactNode },
) {
  const element = useRef<HTMLFormElement>(null);
  return (
    <FormProvider {...form.methods}>
      <form
        ref={element}
        noValidate
        className={className}
        onSubmit={(event) => {
          event.preventDefault();
          form.submit();
          focusIssue(element);
        }}
      >
        {children}
      </form>
    </FormProvider>
  );
}

interface StaleMessages<E> {
  title?: string;
  text: string;
  /** Restarts the form with the current object; without it, saving again overwrites. */
  onReload?: (current: E) => void;
}

interface FormDialogProps<V extends FieldValues, E>
  extends Pick<DialogProps, "title" | "description" | "size"> {
  form: ServerForm<V, E>;
  submitLabel: ReactNode;
  submitIcon?: ReactNode;
  /** A second submit button beside the first; `save` of the form receives `isSecond`. */
  secondSubmitLabel?: ReactNode;
  canSubmit?: boolean;
  /** The messages when someone else has changed the object meanwhile. */
  stale?: StaleMessages<E>;
  /** Buttons or texts at the start of the footer. */
  footer?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/**
 * Renders a form in a dialog: its fields, the issues that belong to none of them, and the buttons to cancel
 * and submit. Ctrl/Cmd+Enter submits, and the first invalid field gets the focus.
 */
export function FormDialog<V extends FieldValues, E>(
  {
    form,
    submitLabel,
    submitIcon,
    secondSubmitLabel,
    canSubmit = true,
    stale,
    footer,
    onClose,
    children,
    ...dialog
  }: FormDialogProps<V, E>,
) {
  const { t } = useMessages();
  const { current, isSubmitting } = form;
  const isSecond = useRef(false);
  const submit = () => current && !stale?.onReload ? form.overwrite() : form.submit(isSecond.current);
  const submitSecond = (element: HTMLFormElement | null) => {
    isSecond.current = true;
    element?.requestSubmit(); // calls `submit` at once
    isSecond.current = false;
  };
  const close = () => form.leave(onClose);
  return (
    <FormProvider {...form.methods}>
      <Dialog
        {...dialog}
        onClose={close}
        onSubmit={submit}
        footer={
          <>
            {footer}
            <Button onClick={close}>{t("ui.cancel")}</Button>
            {secondSubmitLabel && (
              // No submit button: Enter in a field would press the first of those.
              <Button
                disabled={!canSubmit || isSubmitting}
                onClick={(event) => submitSecond(event.currentTarget.form)}
              >
                {secondSubmitLabel}
              </Button>
            )}
            <Button
              type="submit"
              variant="primary"
              icon={submitIcon}
              loading={isSubmitting}
              disabled={!canSubmit}
            >
              {submitLabel}
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-5">
          <RoleChanged />
          {current && stale && <Stale {...{ form, current, stale }} />}
          {children}
          <OtherIssues form={form} />
        </div>
      </Dialog>
    </FormProvider>
  );
}

/** Reports that someone else changed the object of a form, and lets the user choose which changes to save. */
function Stale<V extends FieldValues, E>(
  { form, current, stale: { title = "", text, onReload } }: {
    form: ServerForm<V, E>;
    current: E;
    stale: StaleMessages<E>;
  },
) {
  const { t } = useMessages();
  if (!onReload) return <Callout tone="warning">{text}</Callout>;
  const { isSubmitting, overwrite } = form;
  return (
    <Callout tone="warning">
      <p className="font-medium">{title}</p>
      <p>{text}</p>
      <div className="mt-2 mb-1 flex flex-wrap gap-2">
        <Button size="small" disabled={isSubmitting} onClick={() => onReload(current)}>
          {t("task.staleReload")}
        </Button>
        <Button size="small" loading={isSubmitting} onClick={overwrite}>{t("task.staleOverwrite")}</Button>
      </div>
    </Callout>
  );
}

/** Reports that the role has changed since the form was opened, so that saving may not be permitted. */
function RoleChanged() {
  const { t } = useMessages();
  // Only follows the query: there are forms without a session.
  const { data } = useQuery({ ...sessionQuery(useApi()), enabled: false });
  return data?.isRoleOutdated && <Callout tone="warning">{t("controls.roleChanged")}</Callout>;
}

function OtherIssues({ form: { otherIssues } }: { form: Pick<ServerForm<FieldValues>, "otherIssues"> }) {
  if (otherIssues.length === 0) return null;
  return (
    <Callout tone="danger">
      {otherIssues.map(({ path, message }) => (
        <div key={path}>{path === "" ? message : `${path}: ${message}`}</div>
      ))}
    </Callout>
  );
}

/** Renders the hint that Ctrl/Cmd+Enter submits, for the start of a footer; nothing on a phone. */
export function SubmitHint() {
  const { t } = useMessages();
  if (useNarrow()) return null;
  return (
    <span className="me-auto flex items-center gap-2 text-xs text-faint">
      <KeyHint keys={[commandKey(), "Enter"]} />
      {t("task.submitHint")}
    </span>
  );
}
