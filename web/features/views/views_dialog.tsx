import { Pencil, Plus, Shapes, Trash2 } from "../../ui/icons/icons.ts";
import { useLocation, useSearch } from "wouter";
import type { List } from "../../../server/contract/shapes.ts";
import type { View } from "../../../server/contract/views.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useHasOtherAccounts } from "../../api/use_other_accounts.ts";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { classNames } from "../../ui/class_names.ts";
import { useConfirm } from "../../ui/overlays/confirm_dialog.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { EmptyState } from "../../ui/feedback/empty_state.tsx";
import { ErrorState } from "../../ui/feedback/error_state.tsx";
import { IconButton } from "../../ui/buttons/icon_button.tsx";
import { Switch } from "../../ui/inputs/switch.tsx";
import { SortableItems } from "../../ui/data/sortable_items.tsx";
import { useAction } from "../../shared/actions/use_action.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { useTaskActions } from "../../shared/task/task_actions.ts";
import { readListState, writeListState } from "../../shared/task/list_address.ts";
import { useViewOrder, useViews } from "./use_views.ts";
import { useFieldValueText } from "../../shared/task/field_values.tsx";
import { viewText } from "./view_messages.ts";

/** Renders all views: their order, whether they have a tab, and actions to edit and delete them. */
export default function ViewsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useMessages();
  const { links } = useTaskActions();
  const { data: views, error, refetch } = useViews();
  const { ask, question } = useConfirm();
  const { remove } = useChangeViews();
  const askDelete = (view: View) =>
    ask({
      danger: true,
      title: t("views.deleteTitle", { name: view.name }),
      text: t("views.deleteText"),
      confirmLabel: t("ui.delete"),
      onConfirm: () => remove(view),
    });
  return (
    <Dialog
      onClose={onClose}
      title={t("tasks.viewsManage")}
      description={views && views.length > 1 ? t("views.orderHelp") : undefined}
      footer={
        <>
          <Button icon={<Plus />} onClick={() => links.viewForm()} className="me-auto">
            {t("tasks.viewNew")}
          </Button>
          <Button onClick={onClose}>{t("ui.close")}</Button>
        </>
      }
    >
      {!views && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {views?.length === 0 && (
        <EmptyState icon={<Shapes size={22} />} title={t("views.none")} text={t("views.noneHelp")} />
      )}
      {views && views.length > 0 && <ViewRows views={views} onDelete={askDelete} />}
      {question}
    </Dialog>
  );
}

function ViewRows({ views, onDelete }: { views: readonly View[]; onDelete: (view: View) => void }) {
  const { t } = useMessages();
  const { ordered, order } = useViewOrder(views);
  return (
    <SortableItems
      items={ordered}
      nameOf={({ name }) => name}
      handleLabel={(name) => t("views.move", { name })}
      onOrder={order}
      className="-mx-2 flex flex-col"
      itemClassName="flex items-center gap-2 rounded-md px-1 py-1.5"
    >
      {(view) => <ViewRow view={view} onDelete={onDelete} />}
    </SortableItems>
  );
}

function ViewRow({ view, onDelete }: { view: View; onDelete: (view: View) => void }) {
  const messages = useMessages();
  const { t } = messages;
  const { links } = useTaskActions();
  const valueText = useFieldValueText();
  const { show } = useChangeViews();
  const hasOthers = useHasOtherAccounts();
  const { name, shared, owner, editable } = view;
  const sharing = hasOthers && shared &&
    t(owner === null ? "views.shared" : "views.sharedBy", { name: owner ?? "" });
  return (
    <>
      <div className="min-w-0 flex-1">
        <div className={classNames("truncate text-sm font-medium", view.hidden && "text-muted")}>
          {name}
          {sharing && <span className="ms-2 text-xs font-normal text-muted">{sharing}</span>}
        </div>
        <div className="truncate text-xs text-muted">{viewText(view, valueText, messages)}</div>
      </div>
      {editable && (
        <>
          <Switch
            label={t("views.showTab", { name })}
            hideLabel
            checked={!view.hidden}
            onChecked={(isVisible) => show({ view, isVisible })}
          />
          <IconButton
            tooltip={false}
            label={t("ui.labelAndValue", { label: t("ui.edit"), value: name })}
            icon={<Pencil />}
            onClick={() => links.viewForm(view.id)}
          />
          <IconButton
            tooltip={false}
            tone="danger"
            label={t("ui.labelAndValue", { label: t("ui.delete"), value: name })}
            icon={<Trash2 />}
            onClick={() => onDelete(view)}
          />
        </>
      )}
    </>
  );
}

/** Returns functions that hide or show a view's tab, and delete a view, which can be undone. */
function useChangeViews() {
  const { t } = useMessages();
  const state = readListState(useSearch());
  const [, navigate] = useLocation();
  const invalidates = [queryKeys.views()];
  const show = useAction({
    send: (api, { view: { id }, isVisible }: { view: View; isVisible: boolean }) =>
      api.patch(`/views/${id}`, { hidden: !isVisible }),
    invalidates,
  });
  const { mutate: recreate } = useAction({
    send: async (api, { name, conditions, relation, sort, hidden, shared, position }: View) => {
      const { id } = await api.post<View>("/views", { name, conditions, relation, sort, hidden, shared });
      const { items } = await api.get<List<View>>("/views");
      const others = items.filter((one) => one.id !== id);
      const index = others.findIndex((other) => other.position >= position);
      const ids = others.map((other) => other.id).toSpliced(index < 0 ? others.length : index, 0, id);
      await api.put("/views/order", { ids });
    },
    invalidates,
    done: (_result, { name }) => t("views.restored", { name }),
  });
  const remove = useAction({
    send: async (api, view: View) => {
      await api.delete(`/views/${view.id}`);
      // The list below uses a view that no longer exists.
      if (state.view === view.id) {
        navigate(paths.views(writeListState({ ...state, view: null })), { replace: true });
      }
    },
    invalidates,
    waits: true,
    done: (_result, { name }) => t("views.deleted", { name }),
    undo: (view) => recreate(view),
  });
  return { show: show.mutate, remove: remove.mutateAsync };
}
