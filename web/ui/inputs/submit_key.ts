import { type KeyboardEvent as ReactKeyboardEvent, type RefObject, useEffect } from "react";

type KeyPress = KeyboardEvent | ReactKeyboardEvent;
type Form = RefObject<HTMLFormElement | null>;

/** Tells Ctrl/Cmd+Enter, which sends the form of a dialog. */
export function isSubmitKey({ key, ctrlKey, metaKey }: KeyPress): boolean {
  return key === "Enter" && (ctrlKey || metaKey);
}

/** Gives how a dialog hears that key: from what is in it, and while nothing has the focus, as for a moment after a list has closed. */
export function useSubmitKey(form: Form): (event: ReactKeyboardEvent) => void {
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      // Under something else that is open it is hidden from screen readers too.
      const isCovered = form.current?.closest("[aria-hidden=true]");
      if (event.target === document.body && !isCovered) submit(form, event);
    };
    document.addEventListener("keydown", hear);
    return () => document.removeEventListener("keydown", hear);
  }, [form]);
  // What lies over the dialog is a part of it to React, but has a use of its own for the key.
  return (event) => {
    if (event.currentTarget.contains(event.target as Node)) submit(form, event); // `as`: keys are pressed on elements
  };
}

function submit({ current }: Form, event: KeyPress): void {
  if (!current || !isSubmitKey(event)) return;
  event.preventDefault(); // else the button that has the focus would be pressed too
  current.requestSubmit();
}
