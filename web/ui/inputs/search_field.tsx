import { Search, X } from "lucide-react";
import type { RefObject } from "react";
import { useMessages } from "../../messages/use_messages.tsx";
import { classNames } from "../class_names.ts";
import { inputClass } from "./input_class.ts";
import { IconButton } from "./icon_button.tsx";

/** A search box with a way to clear it; Escape clears too. */
export function SearchField(
  { label, value, onValue, onLeave, placeholder, className, inputRef, list }: {
    label: string;
    value: string;
    onValue: (value: string) => void;
    /** Called when the focus leaves the box. */
    onLeave?: () => void;
    placeholder?: string;
    className?: string;
    inputRef?: RefObject<HTMLInputElement | null>;
    /** The list of suggestions that the caller draws, and the id of the one that Enter would take. */
    list?: { id: string; active: string | null; open: boolean };
  },
) {
  const { t } = useMessages();
  return (
    <div role="search" className={classNames("relative icon-stroke", className)}>
      <Search
        size={16}
        aria-hidden
        className="pointer-events-none absolute inset-y-0 start-2.5 my-auto text-faint"
      />
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
        onChange={(event) => onValue(event.target.value)}
        onKeyDown={(event) => event.key === "Escape" && value !== "" && onValue("")}
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
