import { useState } from "react";
import type { StatusPage } from "../../../server/contract/status_pages.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApiQuery } from "../../api/use_api.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { basePath } from "../../paths.ts";
import { useAction, useChange } from "../../shared/actions/use_action.ts";
import { SettingsSkeleton } from "../../shared/settings/setting_row.tsx";
import { useLabels } from "../../shared/task/use_labels.ts";
import { Button, buttonClass } from "../../ui/buttons/button.tsx";
import { NewButton } from "../../ui/buttons/new_button.tsx";
import { ExactTime } from "../../ui/data/time_text.tsx";
import { EmptyState } from "../../ui/feedback/empty_state.tsx";
import { ErrorState } from "../../ui/feedback/error_state.tsx";
import { useToast } from "../../ui/feedback/use_toast.tsx";
import { Combobox } from "../../ui/form/fields.tsx";
import { FormDialog } from "../../ui/form/form_dialog.tsx";
import { useServerForm } from "../../ui/form/use_server_form.ts";
import { Activity, Plus } from "../../ui/icons/icons.ts";
import { useCopy } from "../../ui/inputs/copy_button.tsx";
import { useConfirm } from "../../ui/overlays/confirm_dialog.tsx";

/** Renders the tab of the pages that show people without an account whether tasks work. */
export default function StatusPagesTab() {
  const { t } = useMessages();
  const [creating, setCreating] = useState(false);
  const { data, error, refetch } = useApiQuery<{ items: StatusPage[] }>(
    queryKeys.statusPages(),
    "/status-pages",
  );
  if (!data) {
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SettingsSkeleton />;
  }
  const create = () => setCreating(true);
  return (
    <div className="flex flex-col gap-3">
      {data.items.length === 0
        ? (
          <EmptyState
            frame="dashed"
            icon={<Activity size={22} />}
            title={t("statusPages.none")}
            text={t("statusPages.noneHelp")}
            action={
              <Button variant="primary" icon={<Plus />} onClick={create}>{t("statusPages.create")}</Button>
            }
          />
        )
        : (
          <>
            <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
              <p className="min-w-60 flex-1 text-sm text-muted">{t("statusPages.intro")}</p>
              <NewButton label={t("statusPages.create")} onClick={create} />
            </div>
            <ul
              aria-label={t("statusPages.tab")}
              className="m-0 list-none divide-y divide-line rounded-md border border-line bg-surface p-0"
            >
              {data.items.map((page) => <PageRow key={page.id} page={page} />)}
            </ul>
          </>
        )}
      {creating && <CreateDialog pages={data.items} onClose={() => setCreating(false)} />}
    </div>
  );
}

function PageRow({ page }: { page: StatusPage }) {
  const { t } = useMessages();
  const { ask, question } = useConfirm();
  const { mutateAsync: remove } = useAction({
    send: (api, { id }: StatusPage) => api.delete(`/status-pages/${id}`),
    invalidates: [queryKeys.statusPages()],
    waits: true,
    done: (_, { label }) => t("statusPages.removed", { label }),
  });
  const copy = useCopy();
  const toast = useToast();
  const { label, path, createdAt } = page;
  const address = `${location.origin}${basePath}${path}`;
  const copyText = async (text: string) => {
    if (await copy(text)) toast.message("success", t("ui.copied"));
  };
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-40 flex-1">
        <p className="text-sm font-medium break-words">{label}</p>
        <p className="text-xs text-muted">
          {t("statusPages.since")} <ExactTime at={createdAt} />
        </p>
      </div>
      <img src={`${basePath}${path}/badge.svg`} alt="" height={20} className="h-5" />
      <div className="flex flex-wrap gap-1.5">
        <a
          href={address}
          target="_blank"
          rel="noreferrer"
          aria-label={t("statusPages.openOne", { label })}
          className={buttonClass({ size: "small" })}
        >
          {t("statusPages.open")}
        </a>
        <Button size="small" onClick={() => void copyText(address)}>{t("statusPages.copyLink")}</Button>
        <Button
          size="small"
          onClick={() => void copyText(`[![${inMarkdown(label)}](${address}/badge.svg)](${address})`)}
        >
          {t("statusPages.copyBadge")}
        </Button>
        <Button
          size="small"
          variant="ghost"
          aria-label={t("statusPages.removeOne", { label })}
          onClick={() =>
            ask({
              danger: true,
              title: t("statusPages.removeTitle", { label }),
              text: t("statusPages.removeText"),
              confirmLabel: t("statusPages.remove"),
              onConfirm: () => remove(page),
            })}
        >
          {t("statusPages.remove")}
        </Button>
      </div>
      {question}
    </li>
  );
}

function inMarkdown(label: string): string {
  return label.replace(/[[\]\\]/g, "\\$&");
}

function CreateDialog({ pages, onClose }: { pages: readonly StatusPage[]; onClose: () => void }) {
  const { t } = useMessages();
  const all = useLabels();
  const labels = all.filter(({ label }) => pages.every((page) => page.label !== label));
  const { mutateAsync: create } = useChange({
    send: (api, label: string) => api.post<StatusPage>("/status-pages", { label }),
    invalidates: [queryKeys.statusPages()],
    waits: true,
    done: ({ label }) => t("statusPages.created", { label }),
  });
  const form = useServerForm({
    values: { label: "" },
    save: ({ values }) => create(values.label),
    onSaved: onClose,
    check: ({ label }) => ({ label: label === "" && t("ui.required", { label: t("statusPages.label") }) }),
  });
  return (
    <FormDialog
      form={form}
      title={t("statusPages.createTitle")}
      description={t("statusPages.intro")}
      submitLabel={t("ui.create")}
      onClose={onClose}
    >
      <Combobox
        name="label"
        autoFocus
        label={t("statusPages.label")}
        help={t(labels.length < all.length ? "statusPages.labelHelpSome" : "statusPages.labelHelp")}
        options={labels.map(({ label, tasks }) => ({ value: label, label, hint: String(tasks) }))}
        newLabel={(typed) => typed.trim()}
      />
    </FormDialog>
  );
}
