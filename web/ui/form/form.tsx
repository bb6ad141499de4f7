import { type ReactNode, useRef } from "react";
import { type FieldValues, FormProvider } from "react-hook-form";
import { focusIssue } from "../inputs/focus_issue.ts";
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
