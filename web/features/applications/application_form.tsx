import { useState } from "react";
import type {
  Application,
  ApplicationInput,
  ApplicationWithSecret,
} from "../../../server/contract/applications.ts";
import { ApiProblem, issueAt } from "../../api/api_problem.ts";
import { useLeaveGuard } from "../../shared/leave/leave_guard.tsx";
import { Button } from "../../ui/inputs/button.tsx";
import { Callout } from "../../ui/feedback/callout.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { TextField } from "../../ui/inputs/text_field.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { allOf, type Level, type Permissions, permissionsOf, scopesOf } from "./permissions.ts";
import { FoldedSection } from "../../ui/inputs/folded_section.tsx";
import { useScopeTable } from "./use_applications.ts";
import { useQueryClient } from "@tanstack/react-query";
import { queryKeys } from "../../api/query_keys.ts";
import { useApi } from "../../api/use_api.tsx";
import { useToast } from "../../ui/feedback/use_toast.tsx";
import { type Module, modules } from "../../../server/contract/scopes.ts";
import { SegmentedControl } from "../../ui/inputs/segmented_control.tsx";

interface Draft {
  name: string;
  permissions: Permissions;
}

/** The form of an application in its dialog. It closes only after the panel said yes. */
export function ApplicationForm(
  { application, onClose, onCreated }: {
    application: Application | null;
    onClose: () => void;
    onCreated: (made: ApplicationWithSecret) => void;
  },
) {
  const { t } = useMessages();
  const [start] = useState(() => draftOf(application));
  const [draft, setDraft] = useState(start);
  const [tried, setTried] = useState(false);
  const release = useLeaveGuard(JSON.stringify(draft) !== JSON.stringify(start));
  const { save, busy, error, stale } = useSaveApplication(application, (made) => {
    release();
    onClose();
    if (made) onCreated(made);
  });
  const name = draft.name.trim();
  const scopes = scopesOf(draft.permissions);
  const submit = () => {
    setTried(true);
    if (!busy && name !== "" && scopes.length > 0) void save({ name, scopes });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={submit}
      title={t(application ? "applications.editTitle" : "applications.createTitle")}
      footer={
        <>
          <Button onClick={onClose}>{t("ui.cancel")}</Button>
          <Button type="submit" variant="primary" loading={busy}>
            {t(application ? "ui.save" : "ui.create")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        {stale && <Callout tone="warning">{t("applications.stale")}</Callout>}
        <TextField
          label={t("applications.name")}
          help={t("applications.nameHelp")}
          maxLength={60}
          value={draft.name}
          onChange={(event) => setDraft({ ...draft, name: event.target.value })}
          error={tried && name === ""
            ? t("form.required", { label: t("applications.name") })
            : issueAt(error, "name")}
        />
        <PermissionMatrix
          value={draft.permissions}
          onValue={(permissions) => setDraft({ ...draft, permissions })}
          error={tried && scopes.length === 0
            ? t("applications.selectPermissions")
            : issueAt(error, "scopes")}
        />
        <ScopeList />
      </div>
    </Dialog>
  );
}

function draftOf(application: Application | null): Draft {
  return { name: application?.name ?? "", permissions: permissionsOf(application?.scopes ?? []) };
}

/** The table of what each permission opens, as the panel's own routes say. */
function ScopeList() {
  const { t } = useMessages();
  return (
    <FoldedSection
      name="sundial-application-scopes"
      title={t("applications.opens")}
      hint={t("applications.opensHint")}
      forced={false}
    >
      <ScopeRows />
    </FoldedSection>
  );
}

function ScopeRows() {
  const { t } = useMessages();
  const { data } = useScopeTable();
  if (!data) return <p className="p-3 text-sm text-muted">{t("ui.loading")}</p>;
  return data.items.map(({ scope, routes }) => (
    <section key={scope} aria-label={scope} className="flex flex-col gap-1 px-3 py-2">
      <h4 className="font-mono text-xs font-semibold">{scope}</h4>
      <p className="text-xs text-muted">{t(`scopeSummary.${scope}`)}</p>
      {routes.length === 0 && <p className="text-xs text-faint">{t("applications.opensNothing")}</p>}
      <ul className="flex flex-col gap-0.5">
        {routes.map(({ method, path }) => (
          <li key={method + path} className="flex gap-2 font-mono text-xs break-all text-muted">
            <span className="w-14 shrink-0">{method}</span>
            <span>{path}</span>
          </li>
        ))}
      </ul>
    </section>
  ));
}

/** Gives the way to save an application; `stale` is set when somebody else has changed it, and the next save overwrites that. */
function useSaveApplication(
  application: Application | null,
  onSaved: (made: ApplicationWithSecret | null) => void,
) {
  const api = useApi();
  const queries = useQueryClient();
  const toast = useToast();
  const { t } = useMessages();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [stale, setStale] = useState<Application | null>(null);
  const send = async (input: ApplicationInput) => {
    if (!application) return await api.post<ApplicationWithSecret>("/applications", input);
    const { version } = stale ?? application;
    await api.patch(`/applications/${application.id}`, input, { version });
    return null;
  };
  const rejected = async (error: unknown) => {
    setError(error);
    if (!(error instanceof ApiProblem) || !application || error.code !== "stale_version") {
      if (!(error instanceof ApiProblem) || error.code !== "validation_failed") toast.problem(error);
      return;
    }
    setStale(await api.get<Application>(`/applications/${application.id}`));
  };
  const save = async (input: ApplicationInput) => {
    setBusy(true);
    try {
      const made = await send(input);
      void queries.invalidateQueries({ queryKey: queryKeys.applications() });
      toast.message("success", t(made ? "applications.created" : "applications.saved", { name: input.name }));
      onSaved(made);
    } catch (error) {
      await rejected(error).catch(toast.problem);
    } finally {
      setBusy(false);
    }
  };
  return { save, busy, error, stale };
}

const levels: readonly Level[] = ["none", "read", "write"];

/** Chooses for each module nothing, read, or write. */
function PermissionMatrix(
  { value, onValue, error }: {
    value: Permissions;
    onValue: (value: Permissions) => void;
    error: string | undefined;
  },
) {
  const { t } = useMessages();
  return (
    <section aria-label={t("applications.permissions")} className="flex flex-col gap-1.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="text-sm font-medium">{t("applications.permissions")}</h3>
        <span className="ms-auto flex items-center gap-1 text-xs text-muted">
          {t("applications.all")}
          {levels.map((level) => (
            <Button
              key={level}
              size="small"
              variant="ghost"
              onClick={() => onValue(allOf(level))}
            >
              {t(`applications.${level}`)}
            </Button>
          ))}
        </span>
      </div>
      <ul className="divide-y divide-line rounded-md border border-line">
        {modules.map((module) => (
          <ModuleRow
            key={module}
            module={module}
            level={value[module]}
            onLevel={(level) => onValue({ ...value, [module]: level })}
          />
        ))}
      </ul>
      <p className="text-xs text-muted">{t("applications.permissionsHelp")}</p>
      {error && <p role="alert" className="text-xs text-danger-text">{error}</p>}
    </section>
  );
}

function ModuleRow(
  { module, level, onLevel }: { module: Module; level: Level; onLevel: (level: Level) => void },
) {
  const { t } = useMessages();
  const name = t(`modules.${module}`);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1 ps-3 pe-1">
      <span className="min-w-32 flex-1 text-sm">{name}</span>
      <SegmentedControl
        hideLabel
        label={t("applications.permissionOf", { module: name })}
        value={level}
        onValue={onLevel}
        options={levels.map((one) => ({ value: one, label: t(`applications.${one}`) }))}
      />
    </li>
  );
}
