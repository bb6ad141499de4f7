// Tab indents in an editor, so keyboard users need to know how to leave it, and when Tab does so.

import { type KeyboardEvent, useState } from "react";
import { useMessages } from "../../messages/use_messages.tsx";

type Hint = "way" | "open" | null;

interface LeaveHints {
  hint: Hint;
  /** Props of the element around the editor: marks it when the user entered it with Tab. */
  frame: {
    "data-by-key": "" | undefined;
    onKeyUp(event: KeyboardEvent): void;
    onBlur(): void;
  };
}

/** Tracks how the user entered an editor and whether Tab is about to leave it. */
export function useLeaveHints(): LeaveHints {
  const [hint, setHint] = useState<Hint>(null);
  const [byKey, setByKey] = useState(false);
  return {
    hint,
    frame: {
      "data-by-key": byKey ? "" : undefined,
      onKeyUp({ key, target }) {
        if (["Shift", "Control", "Alt", "Meta"].includes(key)) return;
        setByKey(byKey || key === "Tab");
        if (!isWritten(target)) return setHint(null);
        setHint(key === "Escape" ? "open" : key === "Tab" ? "way" : null);
      },
      onBlur() {
        setHint(null);
        setByKey(false);
      },
    },
  };
}

/** Shows how to leave an editor, over its lower corner. */
export function LeaveHint({ hint }: { hint: Hint }) {
  const { t } = useMessages();
  return (
    <div role="status" className="pointer-events-none absolute end-3 bottom-3 z-10 text-xs">
      {hint !== null && (
        <span className="rounded-md border border-line bg-raised px-2 py-1 text-muted shadow-float">
          {hint === "open" ? t("editor.leaveNow") : t("editor.leaveHelp")}
        </span>
      )}
    </div>
  );
}

function isWritten(target: EventTarget): boolean {
  return target instanceof HTMLElement && target.closest('.cm-content[contenteditable="true"]') !== null &&
    target.closest("[aria-readonly=true]") === null;
}
