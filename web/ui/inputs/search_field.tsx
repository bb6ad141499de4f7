import { Search, X } from "../icons/icons.ts";
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { useMessages } from "../../messages/use_messages.tsx";
import { classNames } from "../class_names.ts";
import { useShortcuts } from "../use_shortcuts.ts";
import { inputClass } from "./field.tsx";
import { IconButton } from "../buttons/icon_button.tsx";

/** Renders a search field with a clear button; Escape clears it too. */
export function SearchField(
  { label, value, onValue, onLeave, placeholder, className, inputRef, list, landmark = true }: {
    label: string;
    value: string;
    onValue: (value: string) => void;
    /** Called when the field loses the focus. */
    onLeave?: () => void;
    placeholder?: string;
    className?: string;
    inputRef?: RefObject<HTMLInputElement | null>;
    /** The suggestion list that the caller renders, and the id of the entry that Enter would select. */
    list?: { id: string; active: string | null; open: boolean };
    /** Whether it is the search landmark of its page, which should have only one. */
    landmark?: boolean;
  },
) {
  const { t } = useMessages();
  return (
    <div role={landmark ? "search" : undefined} className={classNames("relative icon-stroke", className)}>
      <Search className="pointer-events-none absolute inset-y-0 start-2.5 my-auto text-faint" />
      <input
        ref={inputRef}
        type="text"
        aria-label={label}
        {...(list && {
          role: "combobox",
          "aria-autocomplete": "list" as const,
          "aria-expanded": list.open,
          "aria-controls": list.open ? list.id : undefined,
          "aria-activedescendant": list.active ?? undefined,
          autoComplete: "off",
        })}
        placeholder={placeholder ?? label}
        value={value}
        {...(onLeave && { onBlur: onLeave })}
        onChange={(event) =>
          onValue(event.target.value)}
        onKeyDown={(event) =>
          event.key === "Escape" && value !== "" && onValue("")}
        className={classNames(inputClass, "control-height ps-8 text-sm", value !== "" && "pe-9")}
      />
      {value !== "" && (
        <div className="absolute inset-y-0 end-0.5 flex items-center">
          <IconButton
            size="small"
            tooltip={false}
            label={t("ui.clear")}
            icon={<X size={14} />}
            onClick={() => onValue("")}
          />
        </div>
      )}
    </div>
  );
}

/** Renders the search of a list whose URL stores it: searches when typing pauses; the key `/` focuses it. */
export function ListSearch(
  { label, placeholder, q, change, covered }: {
    label: string;
    placeholder: string;
    q: string;
    /** Changes the state in the URL. */
    change: (part: { q: string }, options: { replace: boolean }) => void;
    /** Whether a dialog is open over the list. */
    covered: boolean;
  },
) {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText, leave] = useSearchText(q, (q) => {
    // Changing the URL would close a dialog that was opened meanwhile.
    if (!covered) change({ q }, { replace: true });
  });
  useShortcuts({ "/": () => input.current?.focus() });
  return (
    <SearchField
      inputRef={input}
      label={label}
      placeholder={placeholder}
      value={text}
      onValue={setText}
      onLeave={leave}
      className="min-w-0 flex-1 md:max-w-80"
    />
  );
}

/** Short, so that the result follows the last key at once. A search takes a few milliseconds, and the next one aborts it. */
const typingMs = 50;

/**
 * Keeps the typed text apart from the search `q` until typing pauses. The third value searches immediately: call it
 * when the field loses focus, so that the search does not run after the user's next action.
 */
export function useSearchText(
  q: string,
  search: (q: string) => void,
): [string, (text: string) => void, () => void] {
  const [text, setText] = useState(q);
  const asked = useRef(q);
  useEffect(() => {
    // Changed by back navigation, a bookmark or "clear filters", not by this field.
    if (q !== asked.current) setText(asked.current = q);
  }, [q]);
  const ask = () => {
    if (text.trim() === asked.current) return;
    asked.current = text.trim();
    search(text.trim());
  };
  const onPause = useEffectEvent(ask);
  useEffect(() => {
    if (text.trim() === asked.current) return;
    const timer = setTimeout(onPause, typingMs);
    return () => clearTimeout(timer);
  }, [text]);
  return [text, setText, ask];
}
