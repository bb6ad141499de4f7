import { type KeyboardEvent as ReactKeyboardEvent, type RefObject, useEffect } from "react";

type KeyPress = KeyboardEvent | ReactKeyboardEvent;
type Form = RefObject<HTMLFormElement | null>;

/** Returns whether a key event is Ctrl/Cmd+Enter, which submits the form of a dialog. */
export function isSubmitKey({ key, ctrlKey, metaKey }: KeyPress): boolean {
  return key === "Enter" && (ctrlKey || metaKey);
}

/**
 * Returns the key handler of a dialog. Also listens while nothing has the focus, as happens for a moment after a list
 * closes.
 */
export function useSubmitKey(form: Form): (event: ReactKeyboardEvent) => void {
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      // A dialog below another overlay is also hidden from screen readers.
      const isCovered = form.current?.closest("[aria-hidden=true]");
      if (event.target === document.body && !isCovered) submit(form, event);
    };
    document.addEventListener("keydown", hear);
    return () => document.removeEventListener("keydown", hear);
  }, [form]);
  // To React an overlay is a child of the dialog, but it uses the key for itself.
  return (event) => {
    if (event.currentTarget.contains(event.target as Node)) submit(form, event); // `as`: key events are dispatched on elements
  };
}

function submit({ current }: Form, event: KeyPress): void {
  if (!current || !isSubmitKey(event)) return;
  event.preventDefault(); // otherwise the focused button would be pressed too
  current.requestSubmit();
}
