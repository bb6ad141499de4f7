import type { Application, ApplicationWithSecret } from "../../../server/contract/applications.ts";
import { type Module, modules } from "../../../server/contract/scopes.ts";
import { useApi } from "../../api/use_api.tsx";
import { usePermissions } from "../../api/use_permissions.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { TextField, useFormField } from "../../ui/form/fields.tsx";
import { FormDialog } from "../../ui/form/form_dialog.tsx";
import { LoadedForm } from "../../ui/form/loaded_form.tsx";
import { useServerForm } from "../../ui/form/use_server_form.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { FoldedSection } from "../../ui/inputs/folded_section.tsx";
import { SegmentedControl } from "../../ui/inputs/segmented_control.tsx";
import {
  allOf,
  type Level,
  levelsFor,
  type Permissions,
  permissionsOf,
  scopesOf,
  useApplication,
  useSaveApplication,
  useScopeTable,
} from "./api.ts";

interface DialogProps {
  onClose: () => void;
  onCreated: (created: ApplicationWithSecret) => void;
}

/** Creates or edits an application over the list. */
export default function ApplicationDialog({ id, ...props }: DialogProps & { id: number | null }) {
  const { t } = useMessages();
  return (
    <LoadedForm
      isNew={id === null}
      query={useApplication(id)}
      title={t("applications.editTitle")}
      gone={{ title: t("applications.notFound"), text: t("applications.notFoundHelp") }}
      onClose={props.onClose}
    >
      {(application) => <ApplicationForm application={application} {...props} />}
    </LoadedForm>
  );
}

function ApplicationForm(
  { application, onClose, onCreated }: DialogProps & { application: Application | null },
) {
  const { t } = useMessages();
  const api = useApi();
  const form = useServerForm({
    values: { name: application?.name ?? "", scopes: permissionsOf(application?.scopes ?? []) },
    base: application,
    save: useSaveApplication(application).mutateAsync,
    onSaved: (created) => {
      onClose();
      if (created) onCreated(created);
    },
    check: ({ name, scopes }) => ({
      name: name.trim() === "" && t("ui.required", { label: t("applications.name") }),
      scopes: scopesOf(scopes).length === 0 && t("applications.selectPermissions"),
    }),
    loadCurrent: () => api.get<Application>(`/applications/${application?.id}`),
  });
  return (
    <FormDialog
      form={form}
      title={t(application ? "applications.editTitle" : "applications.createTitle")}
      submitLabel={t(application ? "ui.save" : "ui.create")}
      stale={{ text: t("applications.stale") }}
      onClose={onClose}
    >
      <TextField
        name="name"
        label={t("applications.name")}
        help={t("applications.nameHelp")}
        maxLength={60}
      />
      <PermissionMatrix />
      <ScopeList />
    </FormDialog>
  );
}

/** Renders the API routes that each permission allows. */
function ScopeList() {
  const { t } = useMessages();
  return (
    <FoldedSection
      name="sundial-application-scopes"
      title={t("applications.opens")}
      hint={t("applications.opensHint")}
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

const levels = ["none", "read", "write"] as const;

/** Selects for each module nothing, read, or write. */
function PermissionMatrix() {
  const { t } = useMessages();
  const { value, onValue, error } = useFormField<Permissions>("scopes");
  const may = usePermissions();
  const given = modules.filter((module) => levelsFor(module, value[module], may).length > 1);
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
              onClick={() => onValue(allOf(level, may))}
            >
              {t(`applications.${level}`)}
            </Button>
          ))}
        </span>
      </div>
      <ul className="divide-y divide-line rounded-md border border-line">
        {given.map((module) => (
          <ModuleRow
            key={module}
            module={module}
            level={value[module]}
            levels={levelsFor(module, value[module], may)}
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
  { module, level, levels, onLevel }: {
    module: Module;
    level: Level;
    levels: readonly Level[];
    onLevel: (level: Level) => void;
  },
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
