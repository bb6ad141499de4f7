import { Link } from "wouter";
import { type TaskKind, taskKinds } from "../../../../server/contract/task_kinds.ts";
import { paths } from "../../../paths.ts";
import { classNames } from "../../../ui/class_names.ts";
import { ScrollingNav } from "../../../ui/data/scrolling_nav.tsx";
import type { MessageKey } from "../../../messages/messages.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { taskKindStyles } from "../../../shared/task/field_values.tsx";
import { writeListState } from "../../../shared/task/list_address.ts";
import type { ListStateHandle } from "../../../shared/task/use_list_state.ts";

const kinds: readonly (readonly [type: TaskKind | "all", label: MessageKey])[] = [
  ["all", "tasks.kindAll"],
  ...taskKinds.map((kind) => [kind, taskKindStyles[kind].label] as const),
];

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
      {kinds.map(([type, label]) => (
        <Link
          key={type}
          href={paths.tasks(writeListState({ ...state, page: 1, type }))}
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
