import { keepPreviousData } from "@tanstack/react-query";
import * as Popper from "@radix-ui/react-popper";
import { Portal } from "@radix-ui/react-portal";
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";
import type { FileTree, SearchResult } from "../../../../server/contract/files.ts";
import { queryKeys } from "../../../api/query_keys.ts";
import { useApiQuery } from "../../../api/use_api.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { nameOf } from "../../../shared/files/file_paths.ts";
import { classNames } from "../../../ui/class_names.ts";
import { useFormField } from "../../../ui/form/fields.tsx";
import { FileCode2 } from "../../../ui/icons/icons.ts";
import { TextArea } from "../../../ui/inputs/text_area.tsx";
import { menuItemClass, menuPanelClass } from "../../../ui/overlays/menu_entries.ts";
import { useSettled } from "../../../ui/use_settled.ts";
import { CommandHints } from "./command_hints.tsx";
import { complete, suggestScripts, type TypedPath, typedPath } from "./script_completion.ts";
import { useMay } from "../../../api/use_permissions.ts";

const typingMs = 200;

/** Renders the command of a task: suggests scripts while one is typed, and tells what of it does not exist. */
export function CommandField(
  { actions, onVariable }: { actions: ReactNode; onVariable: (name: string) => void },
) {
  const { t } = useMessages();
  const { value, onValue, error } = useFormField<string>("command", { label: t("tasks.command") });
  const input = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  const [typed, setTyped] = useState<TypedPath | null>(null);
  const [active, setActive] = useState(-1);
  const suggestions = useSuggestions(typed);
  const isOpen = suggestions.length > 0;
  const close = () => {
    setTyped(null);
    setActive(-1);
  };
  const take = (path: string) => {
    const box = input.current;
    if (!box || !typed) return;
    const next = complete(value, box.selectionStart, typed, path);
    onValue(next.text);
    close();
    // Once the text is there.
    requestAnimationFrame(() => box.setSelectionRange(next.caret, next.caret));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const picked = suggestions[active];
    if (event.key === "Escape") return close();
    if (step !== undefined) setActive(Math.min(Math.max(active + step, -1), suggestions.length - 1));
    else if (event.key === "Enter" && picked !== undefined) take(picked);
    else return;
    event.preventDefault();
  };
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <Popper.Root>
        <Popper.Anchor virtualRef={input} />
        <TextArea
          ref={input}
          label={t("tasks.command")}
          mono
          placeholder="task script.js"
          help={t("task.commandHelp")}
          error={error}
          value={value}
          onChange={({ target }) => {
            onValue(target.value);
            setTyped(typedPath(target.value, target.selectionStart));
            setActive(-1);
          }}
          onKeyDown={onKeyDown}
          onBlur={close}
          autoComplete="off"
          aria-autocomplete="list"
          aria-controls={isOpen ? listId : undefined}
          aria-activedescendant={isOpen && active >= 0 ? `${listId} ${active}` : undefined}
        />
        {isOpen && (
          <Portal>
            <Popper.Content
              data-keeps-escape
              align="start"
              sideOffset={4}
              collisionPadding={8}
              // A modal dialog takes the pointer from everything outside it.
              className={classNames(
                menuPanelClass,
                "pointer-events-auto w-(--radix-popper-anchor-width) max-w-none! min-w-48",
              )}
            >
              <ul
                id={listId}
                role="listbox"
                aria-label={t("task.scriptSuggestions")}
                className="max-h-56 overflow-y-auto"
              >
                {suggestions.map((path, at) => (
                  <li
                    key={path}
                    id={`${listId} ${at}`}
                    role="option"
                    aria-selected={at === active}
                    onPointerDown={(event) => event.preventDefault()} // keeps the focus in the field
                    onClick={() => take(path)}
                    className={classNames(
                      menuItemClass(),
                      "icon-stroke hover:bg-hover",
                      at === active && "bg-hover",
                    )}
                  >
                    <FileCode2 size={14} className="shrink-0 text-muted" />
                    <span className="min-w-0 flex-1 truncate font-mono text-xs">{path}</span>
                  </li>
                ))}
              </ul>
            </Popper.Content>
          </Portal>
        )}
      </Popper.Root>
      <CommandHints actions={actions} onVariable={onVariable} />
    </div>
  );
}

/** Returns scripts for what is typed of a path: those in a folder once it is named, else those with such a name. */
function useSuggestions(typed: TypedPath | null): readonly string[] {
  const settled = useSettled(typed?.typed ?? null, typingMs);
  const name = settled === null ? "" : nameOf(settled);
  const folder = settled?.slice(0, -1) ?? "";
  const mayRead = useMay("scripts:read");
  const found = useApiQuery<SearchResult>(
    queryKeys.files("scripts", "search", "names", name),
    "/files/scripts/search",
    {
      query: { q: name, in: "names" },
      enabled: mayRead && name !== "",
      retry: false,
      placeholderData: keepPreviousData,
    },
  );
  const listed = useApiQuery<FileTree>(
    queryKeys.files("scripts", "suggested", folder),
    "/files/scripts/tree",
    {
      query: { path: folder },
      enabled: mayRead && settled !== null && name === "",
      retry: false,
    },
  );
  if (typed === null) return [];
  const entries = name === "" ? listed.data?.entries : found.data?.hits;
  const scripts = (entries ?? []).filter(({ kind }) => kind === "file").map(({ path }) => path);
  return suggestScripts(scripts, typed.typed);
}
