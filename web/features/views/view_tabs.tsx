import { Ellipsis, Eye, EyeOff, ListPlus, Pencil, Settings2, Shapes } from "../../ui/icons/icons.ts";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { Link, useLocation } from "wouter";
import { type BuiltInView, builtInViews } from "../../../server/contract/task_fields.ts";
import type { View } from "../../../server/contract/views.ts";
import { paths } from "../../paths.ts";
import { IconButton } from "../../ui/buttons/icon_button.tsx";
import { classNames } from "../../ui/class_names.ts";
import { Menu } from "../../ui/overlays/menu.tsx";
import { tabClass } from "../../ui/data/tabs.tsx";
import { moveItem } from "../../ui/data/move_item.ts";
import type { MessageKey } from "../../messages/messages.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { useTaskActions } from "../../shared/task/task_actions.ts";
import { isFiltered, type ListState } from "../../shared/task/list_address.ts";
import type { ListStateHandle } from "../../shared/task/use_list_state.ts";
import { useTabDrag } from "./use_tab_drag.ts";
import { useTaskCounts } from "../../shared/task/use_task_counts.ts";
import { useViewOrder, useViews } from "./use_views.ts";
import { useMay } from "../../api/use_permissions.ts";

const noViews: readonly View[] = [];

export const builtInViewLabels: Record<BuiltInView, MessageKey> = {
  failing: "tasks.viewFailing",
  running: "tasks.statusRunning",
  disabled: "tasks.statusDisabled",
  neverRun: "tasks.neverRun",
};

/**
 * Renders the views as tabs over the list, the built-in ones first; the others can be dragged, or moved with Alt
 * and an arrow key.
 */
export function ViewTabs({ handle: { state } }: { handle: ListStateHandle }) {
  const { t } = useMessages();
  const { data: views = noViews } = useViews();
  const counts = useTaskCounts();
  const { ordered, order } = useViewOrder(views);
  // A hidden view that is open has a tab too, because it filters the list.
  const visible = ordered.filter(({ id, hidden }) => !hidden || id === state.view);
  const ids = visible.map(({ id }) => id);
  // Added tabs, and counts that arrive, can move the active tab out of view.
  const layout = `${ids.length} ${counts !== undefined}`;
  const drag = useTabDrag(ids, order);
  const mayWrite = useMay("views:write");
  const move = (event: KeyboardEvent, id: number) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!mayWrite || !event.altKey || by === undefined) return;
    event.preventDefault(); // Alt and an arrow would also go back in the history
    order(moveItem(ids, id, ids.indexOf(id) + by));
  };
  return (
    <div className="flex items-center gap-1 border-b border-line">
      <nav
        aria-label={t("tasks.views")}
        // Fades at the end, so that a cut tab shows that more follow; the padding keeps the last tab clear of it.
        className="-mb-px flex min-w-0 flex-1 scroll-pe-6 gap-5 overflow-x-auto overflow-y-hidden pe-6 pb-px mask-r-from-[calc(100%-24px)] rtl:mask-r-from-100% rtl:mask-l-from-[calc(100%-24px)] [scrollbar-width:none]"
      >
        <Tab
          layout={layout}
          href={paths.tasks()}
          label={t("tasks.viewAll")}
          tasks={counts?.all}
          active={state.view === null && !state.type}
        />
        {builtInViews.map((view) => (
          <Tab
            key={view}
            layout={layout}
            href={paths.tasks({ view })}
            label={t(builtInViewLabels[view])}
            tasks={counts?.[view]}
            isProblem={view === "failing"}
            active={view === state.view}
          />
        ))}
        {drag.order.map((id) => {
          const view = visible.find((one) => one.id === id);
          return view && (
            <span
              key={id}
              {...mayWrite && drag.tab(id)}
              onKeyDown={(event) => move(event, id)}
              className={drag.dragged === id ? "opacity-50" : ""}
            >
              <Tab
                layout={layout}
                href={paths.tasks({ view: id })}
                label={view.name}
                active={id === state.view}
              />
            </span>
          );
        })}
        <Tab
          layout={layout}
          href={paths.tasks({ type: "all" })}
          label={t("tasks.byType")}
          active={state.type !== null}
        />
      </nav>
      <ViewMenu views={views} state={state} />
    </div>
  );
}

function Tab(
  { href, label, tasks, isProblem = false, active, layout }: {
    href: string;
    label: string;
    /** Number of tasks in the view; undefined if unknown. */
    tasks?: number | undefined;
    /** Whether any task in the view is a problem. */
    isProblem?: boolean;
    active: boolean;
    /** Changes when the tabs may have moved; the active one is then scrolled into view. */
    layout: string;
  },
) {
  const { format } = useMessages();
  const tab = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (!active) return;
    // In the next frame, which computes the layout anyway: computed here, it would delay the requests of the page.
    const frame = requestAnimationFrame(() =>
      tab.current?.scrollIntoView({ block: "nearest", inline: "nearest" })
    );
    return () => cancelAnimationFrame(frame);
  }, [active, layout]);
  return (
    <Link
      ref={tab}
      href={href}
      draggable={false}
      aria-current={active ? "page" : undefined}
      className={tabClass(active)}
    >
      <span className="max-w-56 truncate">{label}</span>
      {tasks !== undefined && (
        <span
          className={classNames(
            "rounded-full px-1.5 text-xs tabular-nums",
            isProblem && tasks > 0 ? "bg-danger-soft text-danger-text" : "bg-neutral-soft text-muted",
          )}
        >
          {format.number(tasks)}
        </span>
      )}
    </Link>
  );
}

/** Renders all views, including hidden ones, and the actions on them. */
function ViewMenu({ views, state }: { views: readonly View[]; state: ListState }) {
  const { t } = useMessages();
  const { links } = useTaskActions();
  const [, navigate] = useLocation();
  const current = views.find(({ id }) => id === state.view);
  const mayWrite = useMay("views:write");
  const entries = () => [
    ...views.map(({ id, name, hidden }) => ({
      label: name,
      icon: hidden ? <EyeOff /> : <Eye />,
      checked: id === state.view,
      onSelect: () => navigate(paths.tasks({ view: id })),
    })),
    ...(mayWrite && views.length > 0 ? ["separator" as const] : []),
    ...(mayWrite
      ? [{
        label: t(isFiltered(state) ? "tasks.saveView" : "tasks.viewNew"),
        icon: <ListPlus />,
        onSelect: () => links.viewForm(),
      }]
      : []),
    ...(mayWrite && current?.editable
      ? [{ label: t("tasks.viewEdit"), icon: <Pencil />, onSelect: () => links.viewForm(current.id) }]
      : []),
    ...(mayWrite && views.length > 0
      ? [{ label: t("tasks.viewsManage"), icon: <Settings2 />, onSelect: () => links.views() }]
      : []),
  ];
  if (!mayWrite && views.length === 0) return null;
  return (
    <Menu entries={entries}>
      <IconButton
        size="small"
        tooltip={false}
        label={t("tasks.moreViews")}
        icon={views.length > 0 ? <Ellipsis /> : <Shapes />}
      />
    </Menu>
  );
}
