import { useQueryClient } from "@tanstack/react-query";
import { Pencil, Plus, Shapes, Trash2 } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { useLocation, useSearch } from "wouter";
import type { View } from "../../../server/contract/views.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApi } from "../../api/use_api.tsx";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/inputs/button.tsx";
import { classNames } from "../../ui/class_names.ts";
import { ConfirmDialog } from "../../ui/overlays/confirm_dialog.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { EmptyState } from "../../ui/feedback/empty_state.tsx";
import { ErrorState } from "../../ui/feedback/error_state.tsx";
import { IconButton } from "../../ui/inputs/icon_button.tsx";
import { Switch } from "../../ui/inputs/switch.tsx";
import { MoveHandle } from "../../ui/data/move_handle.tsx";
import { moveItem } from "../../ui/data/move_item.ts";
import { useDragOrder } from "../../ui/data/use_drag_order.ts";
import { useToast } from "../../ui/feedback/use_toast.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { useTaskActions } from "../tasks/actions/use_task_actions.tsx";
import { readListState, writeListState } from "../../shared/task/list_address.ts";
import { useViewOrder, useViews } from "./use_views.ts";
import { viewText } from "./view_messages.ts";

/** All views: their order, which of them have a tab, and the ways to change and to delete them. */
export default function ViewsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useMessages();
  const { links } = useTaskActions();
  const { data: views, error, refetch } = useViews();
  const [doomed, setDoomed] = useState<View | null>(null);
  const { remove } = useChangeViews();
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("tasks.viewsManage")}
      description={views && views.length > 1 ? t("views.orderHelp") : undefined}
      footer={
        <>
          <Button icon={<Plus size={16} aria-hidden />} onClick={() => links.viewForm()} className="me-auto">
            {t("tasks.viewNew")}
          </Button>
          <Button variant="primary" onClick={onClose}>{t("ui.close")}</Button>
        </>
      }
    >
      {!views && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {views?.length === 0 && (
        <EmptyState icon={<Shapes size={22} />} title={t("views.none")} text={t("views.noneHelp")} />
      )}
      {views && views.length > 0 && <ViewRows views={views} onDelete={setDoomed} />}
      <ConfirmDialog
        open={doomed !== null}
        danger
        title={t("views.deleteTitle", { name: doomed?.name ?? "" })}
        text={t("views.deleteText")}
        confirmLabel={t("ui.delete")}
        onConfirm={() => doomed ? remove(doomed) : undefined}
        onClose={() => setDoomed(null)}
      />
    </Dialog>
  );
}

function ViewRows({ views, onDelete }: { views: readonly View[]; onDelete: (view: View) => void }) {
  const { t } = useMessages();
  const { ordered, order } = useViewOrder(views);
  const ids = ordered.map(({ id }) => id);
  const drag = useDragOrder(ids, { axis: "y", onOrder: order });
  const onKeyDown = (event: KeyboardEvent, id: number) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const onHandle = event.target instanceof Element && event.target.closest("[data-handle]");
    if (by === undefined || !(event.altKey || onHandle)) return;
    event.preventDefault();
    order(moveItem(ids, id, ids.indexOf(id) + by));
  };
  return (
    <ul data-order-list className="-mx-2 flex flex-col">
      {drag.order.map((id) => {
        const view = views.find((one) => one.id === id);
        return view && (
          <li
            key={id}
            data-order={id}
            onKeyDown={(event) => onKeyDown(event, id)}
            className={classNames(
              "flex items-center gap-2 rounded-md px-1 py-1.5",
              drag.dragged === id ? "bg-selected" : "hover:bg-hover",
            )}
          >
            <MoveHandle
              label={t("views.move", { name: view.name })}
              {...drag.item(id)}
              className="h-8 w-6 touch:h-11 touch:w-9"
            />
            <ViewRow view={view} onDelete={onDelete} />
          </li>
        );
      })}
    </ul>
  );
}

function ViewRow({ view, onDelete }: { view: View; onDelete: (view: View) => void }) {
  const messages = useMessages();
  const { t } = messages;
  const { links } = useTaskActions();
  const { show } = useChangeViews();
  return (
    <>
      <div className="min-w-0 flex-1">
        <div className={classNames("truncate text-sm font-medium", view.hidden && "text-muted")}>
          {view.name}
        </div>
        <div className="truncate text-xs text-muted">{viewText(view, messages)}</div>
      </div>
      <Switch
        label={t("views.shown", { name: view.name })}
        hideLabel
        checked={!view.hidden}
        onChecked={(isVisible) => void show(view, isVisible)}
      />
      <IconButton
        tooltip={false}
        label={`${t("ui.edit")}: ${view.name}`}
        icon={<Pencil size={16} />}
        onClick={() => links.viewForm(view.id)}
      />
      <IconButton
        tooltip={false}
        tone="danger"
        label={`${t("ui.delete")}: ${view.name}`}
        icon={<Trash2 size={16} />}
        onClick={() => onDelete(view)}
      />
    </>
  );
}

/** Gives the ways to hide a view's tab or show it again, and to delete a view. */
function useChangeViews() {
  const api = useApi();
  const queries = useQueryClient();
  const toast = useToast();
  const { t } = useMessages();
  const state = readListState(useSearch());
  const [, navigate] = useLocation();
  const again = () => queries.invalidateQueries({ queryKey: queryKeys.views() });
  const show = (view: View, isVisible: boolean) =>
    api.patch(`/views/${view.id}`, { hidden: !isVisible }).catch(toast.problem).then(again);
  const remove = async (view: View) => {
    try {
      await api.delete(`/views/${view.id}`);
      toast.message("success", t("views.deleted", { name: view.name }));
      // Beneath lies a list of a view that is no more.
      if (state.view === view.id) {
        navigate(paths.views(writeListState({ ...state, view: null })), { replace: true });
      }
    } catch (error) {
      toast.problem(error);
      throw error;
    } finally {
      await again();
    }
  };
  return { show, remove };
}
