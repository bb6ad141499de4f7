import * as Popover from "@radix-ui/react-popover";
import { Check, ChevronsUpDown } from "../icons/icons.ts";
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from "react";
import { matchesWithTypo, matchWords, rankMatch, searchWords } from "../../../server/contract/text_search.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { classNames } from "../class_names.ts";
import { Field, type FieldProps, inputClass, splitField } from "./field.tsx";
import { leaveTakenFocus } from "../overlays/focus_back.tsx";

export interface ComboboxOption {
  value: string;
  label: string;
  /** Shown at the end of the option's line, and searched too. */
  hint?: string;
}

/** Selects one of many values by typing; the current value need not be among the options. */
export function Combobox(
  props: FieldProps & {
    value: string;
    onValue: (value: string) => void;
    options: readonly ComboboxOption[];
    searchLabel?: string;
    /** Returns the label of an option for a typed value that is not listed; without it, only listed values can be selected. */
    newLabel?: (typed: string) => string;
    /** Shown when there is no value yet. */
    placeholder?: string;
    autoFocus?: boolean;
    disabled?: boolean;
    onOpen?: () => void;
  },
) {
  const [
    field,
    {
      value,
      onValue,
      options,
      onOpen,
      disabled = false,
      searchLabel,
      newLabel,
      placeholder = "",
      autoFocus = false,
    },
  ] = splitField(
    props,
  );
  const [open, setOpen] = useState(false);
  const chosen = options.find((option) => option.value === value);
  const button = useRef<HTMLButtonElement>(null);
  const choose = (next: string) => {
    onValue(next);
    // Radix restores the focus a moment later: anything typed until then would be lost.
    button.current?.focus();
    setOpen(false);
  };
  const change = (next: boolean) => {
    if (next) onOpen?.();
    setOpen(next);
  };
  return (
    <Field {...field}>
      {(ids) => (
        <Popover.Root open={open} onOpenChange={change}>
          <Popover.Trigger
            {...{ ...ids, autoFocus }}
            ref={button}
            role="combobox"
            aria-expanded={open}
            disabled={disabled}
            className={classNames(
              inputClass,
              "control-height flex items-center justify-between gap-2 text-start icon-stroke",
            )}
          >
            {value === ""
              ? <span className="min-w-0 flex-1 truncate text-faint">{chosen?.label ?? placeholder}</span>
              : <span className="min-w-0 flex-1 truncate">{chosen?.label ?? value}</span>}
            {chosen?.hint && <span className="text-xs whitespace-nowrap text-faint">{chosen.hint}</span>}
            <ChevronsUpDown size={14} className="shrink-0 text-faint" />
          </Popover.Trigger>
          <Popover.Portal>
            <Popover.Content
              align="start"
              sideOffset={4}
              collisionPadding={8}
              onCloseAutoFocus={leaveTakenFocus}
              className="z-50 w-(--radix-popover-trigger-width) min-w-64 animate-drop overflow-hidden rounded-md bg-raised shadow-float"
            >
              <ComboboxList {...{ options, value, onChoose: choose, searchLabel, newLabel }} />
            </Popover.Content>
          </Popover.Portal>
        </Popover.Root>
      )}
    </Field>
  );
}

/** Added to the rank of a match in a value, which users do not see: `dingtalkBot` finds a service in Chinese, too. */
const UNSEEN_RANK = 3;

/**
 * Returns the options that have all typed words in their label, hint or value, the best matches first; with a typo in a word
 * only if there are no others.
 */
export function findOptions<T extends ComboboxOption>(options: readonly T[], typed: string): readonly T[] {
  const words = searchWords(typed.toLowerCase());
  if (words.length === 0) return options;
  const matches = options.flatMap((option) => {
    const texts = [option.label, option.hint ?? "", option.value].map((text) => text.toLowerCase());
    const rank = (word: string) => {
      const [label = null, hint = null, value = null] = texts.map((text) => rankMatch(word, text));
      return label ?? hint ?? (value === null ? null : value + UNSEEN_RANK);
    };
    const typoRank = (word: string) => texts.some((text) => matchesWithTypo(word, text)) ? 0 : null;
    return { option, match: matchWords(words, rank, typoRank) };
  });
  const found = matches.flatMap(({ option, match }) => match ? [{ option, ...match }] : [])
    .sort((a, b) => a.rank - b.rank);
  const exact = found.filter(({ hasTypo }) => !hasTypo);
  return (exact.length > 0 ? exact : found).map(({ option }) => option);
}

function ComboboxList(
  { options, value, onChoose, searchLabel, newLabel }: {
    options: readonly ComboboxOption[];
    value: string;
    onChoose: (value: string) => void;
    searchLabel: string | undefined;
    newLabel: ((typed: string) => string) | undefined;
  },
) {
  const { t } = useMessages();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [search, setSearch] = useState("");
  const [active, setActive] = useState<string | null>(value);
  const typed = search.trim();
  const found = findOptions(options, typed);
  const isNew = typed !== "" && options.every((option) => option.value !== typed);
  const items: readonly ComboboxOption[] = newLabel && isNew
    ? [...found, { value: typed, label: newLabel(typed) }]
    : found;
  const current = Math.max(0, items.findIndex((item) => item.value === active));
  useLayoutEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [search, current]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || items.length === 0) return;
    const steps: Partial<Record<string, number>> = {
      ArrowDown: (current + 1) % items.length,
      ArrowUp: (current - 1 + items.length) % items.length,
      Home: 0,
      End: items.length - 1,
    };
    const [to, item] = [steps[event.key], items[current]];
    if (to !== undefined) setActive(items[to]?.value ?? null);
    else if (event.key === "Enter" && item) onChoose(item.value);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <input
        role="combobox"
        aria-label={searchLabel ?? t("ui.search")}
        aria-expanded
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={items.length > 0 ? `${id}-${current}` : undefined}
        autoComplete="off"
        spellCheck={false}
        autoFocus
        value={search}
        onChange={(event) => {
          setSearch(event.target.value);
          // Back to the best match.
          setActive(null);
        }}
        onKeyDown={onKeyDown}
        placeholder={searchLabel ?? t("ui.search")}
        className="w-full border-b border-line bg-transparent px-3 py-2 text-sm outline-none touch:text-lg"
      />
      {items.length === 0 && (
        <p role="status" className="px-2 py-4 text-center text-sm text-muted">{t("ui.noMatches")}</p>
      )}
      <div
        ref={list}
        id={id}
        role="listbox"
        aria-label={searchLabel ?? t("ui.search")}
        className="max-h-64 overflow-y-auto p-1 empty:hidden"
      >
        {items.map((item, index) => (
          <div
            key={item.value}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === current}
            onPointerMove={() => setActive(item.value)}
            onClick={() => onChoose(item.value)}
            className={classNames(
              "flex min-h-8 cursor-default items-center gap-2 rounded-sm px-2 text-sm touch:min-h-11 icon-stroke",
              index === current && "bg-hover",
            )}
          >
            <span className="min-w-0 flex-1 truncate">{item.label}</span>
            {item.hint && <span className="text-xs whitespace-nowrap text-faint">{item.hint}</span>}
            {item.value === value && <Check className="text-accent-text" />}
          </div>
        ))}
      </div>
    </>
  );
}
