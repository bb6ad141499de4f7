import * as Radix from "@radix-ui/react-dialog";
import { X } from "../icons/icons.ts";
import { type FormEvent, type ReactNode, type RefObject, useContext, useEffect, useRef } from "react";
import { useMessages } from "../../messages/use_messages.tsx";
import { classNames } from "../class_names.ts";
import { BackLayerContext } from "./back_layer.ts";
import { focusIssue } from "./focus_issue.ts";
import { IconButton } from "../buttons/icon_button.tsx";
import { FreshFocus, useFocusBack } from "./focus_back.tsx";
import { useSubmitKey } from "./submit_key.ts";

export type DialogSize = "default" | "wide" | "full" | "screen";

/** A sheet at the bottom of a phone, with what lies under it still in sight. */
const sheet = "inset-x-0 bottom-0 max-h-[calc(100dvh-24px)] rounded-t-xl";

const sizes: Record<DialogSize, string> = {
  default: `${sheet} sm:w-[560px] sm:max-h-[calc(100dvh-64px)]`,
  wide: `${sheet} sm:w-[min(800px,calc(100vw-48px))] sm:max-h-[calc(100dvh-64px)]`,
  full: "inset-0 sm:w-[min(1200px,calc(100vw-48px))] sm:h-[calc(100dvh-48px)]",
  screen: "inset-0 sm:h-dvh sm:w-screen sm:rounded-none",
};

export interface DialogProps {
  /** Without it the dialog cannot be closed: it has no close button and ignores Escape. */
  onClose?: (() => void) | undefined;
  title: ReactNode;
  description?: ReactNode;
  /** Buttons at the bottom, the primary one last. */
  footer?: ReactNode;
  /** Makes the dialog a form: Enter in a field, Ctrl/Cmd+Enter and a submit button call this. */
  onSubmit?: (() => void) | undefined;
  size?: DialogSize;
  /** Removes the inner padding, for content that fills the dialog. */
  flush?: boolean;
  /** Shows the dialog above all other overlays, including confirmations. */
  above?: boolean;
  children: ReactNode;
}

/** Renders a dialog: 560 px wide, a sheet or full screen on a phone; traps the focus. */
export function Dialog(props: DialogProps) {
  const { onClose, onSubmit, size = "default", description, above = false } = props;
  useBackLayer(onClose);
  const layer = above ? "z-50" : "z-40";
  const giveBack = useFocusBack();
  const form = useRef<HTMLFormElement>(null);
  const submitByKey = useSubmitKey(form);
  return (
    <Radix.Root open onOpenChange={(next) => !next && onClose?.()}>
      <Radix.Portal>
        <Radix.Overlay className={classNames("fixed inset-0 animate-fade bg-scrim", layer)} />
        <Radix.Content
          {...(!description && { "aria-describedby": undefined })}
          data-dialog
          onInteractOutside={(event) => event.preventDefault()}
          onEscapeKeyDown={leaveEscape}
          onOpenAutoFocus={focusFirstField}
          onCloseAutoFocus={giveBack}
          // On the dialog, not on the form: clicking the background focuses the dialog itself.
          onKeyDown={submitByKey}
          className={classNames(
            "fixed flex animate-rise flex-col overflow-hidden bg-raised focus:outline-none",
            "sm:inset-auto sm:top-1/2 sm:left-1/2 sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-xl sm:shadow-float",
            sizes[size],
            // Suggestions below a field would otherwise cover the buttons, and the height change with every message.
            onSubmit && size !== "full" && size !== "screen" && "max-sm:h-[calc(100dvh-24px)]",
            layer,
          )}
        >
          <FreshFocus>
            <DialogBody {...props} form={form} />
          </FreshFocus>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Makes Back close a dialog that has no URL of its own. */
function useBackLayer(onClose: (() => void) | undefined): void {
  const add = useContext(BackLayerContext);
  const latest = useRef(onClose);
  latest.current = onClose;
  useEffect(() => add?.(() => latest.current?.()), [add]);
}

/** Leaves Escape to an element inside that uses it, for example to close a search. */
function leaveEscape(event: KeyboardEvent): void {
  if (document.querySelector("[data-keeps-escape]")) event.preventDefault();
}

/**
 * Focuses the element with autofocus, else the first text input, else another form control, else the dialog itself;
 * never the close button.
 */
function focusFirstField(event: Event): void {
  event.preventDefault();
  const dialog = event.target as HTMLElement; // Radix dispatches the event on its content element
  const typed =
    "input:not([type=hidden], [type=radio], [type=checkbox], [type=file]):not(:disabled), textarea:not(:disabled)";
  const chosen = "[type=radio]:checked, [type=checkbox]:not(:disabled), [role=combobox]:not(:disabled)";
  const find = (field: string) => dialog.querySelector<HTMLElement>(field);
  (find("[data-focus-first]") ?? find(typed) ?? find(chosen) ?? dialog).focus();
}

function DialogBody(props: DialogProps & { form: RefObject<HTMLFormElement | null> }) {
  const { title, description, footer, onClose, onSubmit, flush = false, children, form } = props;
  const { t } = useMessages();
  const inner = (
    <>
      <header className="flex items-start gap-2 px-5 pt-4 pb-3">
        <div className="min-w-0 flex-1 self-center">
          <Radix.Title className="text-lg font-semibold break-words">{title}</Radix.Title>
          {description && (
            <Radix.Description className="mt-0.5 text-sm text-muted">{description}</Radix.Description>
          )}
        </div>
        {onClose && (
          <Radix.Close asChild>
            <IconButton label={t("ui.close")} icon={<X />} tooltip={false} className="-me-2" />
          </Radix.Close>
        )}
      </header>
      {/* Without `relative`, hidden inputs would be outside the scroll container, and focusing one would move the whole dialog. */}
      <div
        className={classNames(
          "relative min-h-0 flex-1 overflow-y-auto",
          !flush && "px-5 pt-1 pb-5",
          !footer &&
            (flush
              ? "max-sm:pb-[env(safe-area-inset-bottom)]"
              : "max-sm:pb-[max(20px,env(safe-area-inset-bottom))]"),
        )}
      >
        {children}
      </div>
      {footer && (
        <footer className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-5 py-3 max-sm:pb-[max(12px,env(safe-area-inset-bottom))]">
          {footer}
        </footer>
      )}
    </>
  );
  if (!onSubmit) return inner;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation(); // in React, a form in a portal bubbles to the form around it
    // A field with unreadable text shows its own error, and its last valid value is not what the user means.
    if (!form.current?.querySelector("[data-unreadable]")) onSubmit();
    focusIssue(form);
  };
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
      {inner}
    </form>
  );
}
