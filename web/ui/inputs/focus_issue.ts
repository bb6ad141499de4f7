import type { RefObject } from "react";

/** Leads to the first field of a form that is marked as wrong, once it is drawn so. */
export function focusIssue(form: RefObject<HTMLElement | null>): void {
  requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
}
