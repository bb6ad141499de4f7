import { Link } from "wouter";
import type { TaskKind } from "../../../../server/contract/task_kinds.ts";
import { paths } from "../../../paths.ts";
import { classNames } from "../../../ui/class_names.ts";
import { ScrollingNav } from "../../../ui/data/scrolling_nav.tsx";
import type { MessageKey } from "../../../messages/messages.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { writeListState } from "../../../shared/task/list_address.ts";
import type { ListStateHandle } from "../../../shared/task/use_list_state.ts";

const kinds: Record<TaskKind | "all", MessageKey> = {
  all: "tasks.kindAll",
  javascript: "tasks.kindJavascript",
  typescript: "tasks.kindTypescript",
  python: "tasks.kindPython",
  shell: "tasks.kindShell",
  subscription: "tasks.kindSubscription",
  other: "tasks.kindOther",
};

/** Renders the kinds of command as a second row of tabs, which preserve search and filters. */
export default function KindTabs({ handle: { state } }: { handle: ListStateHandle }) {
  const { t } = useMessages();
  return (
    <ScrollingNav
      label={t("tasks.byType")}
      current={state.type ?? undefined}
      ground="sunken"
      className="gap-0.5 rounded-md bg-sunken p-0.5"
    >
      {Object.entries(kinds).map(([type, label]) => (
        <Link
          key={type}
          href={paths.tasks(writeListState({ ...state, page: 1, type: type as TaskKind | "all" }))} // its keys
          aria-current={state.type === type ? "page" : undefined}
          className={classNames(
            "inline-flex h-7 shrink-0 items-center rounded-sm px-3 text-sm whitespace-nowrap touch:h-10",
            state.type === type
              ? "bg-raised font-medium text-text shadow-control"
              : "text-muted hover:text-text",
          )}
        >
          {t(label)}
        </Link>
      ))}
    </ScrollingNav>
  );
}
