import { useState } from "react";
import type { Application, ApplicationWithSecret } from "../../../server/contract/applications.ts";
import { issueAt } from "../../api/api_problem.ts";
import { useLeaveGuard } from "../../shared/leave/leave_guard.tsx";
import { Button } from "../../ui/inputs/button.tsx";
import { Callout } from "../../ui/feedback/callout.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { TextField } from "../../ui/inputs/text_field.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { PermissionMatrix } from "./permission_matrix.tsx";
import { type Permissions, permissionsOf, scopesOf } from "./permissions.ts";
import { ScopeList } from "./scope_list.tsx";
import { useSaveApplication } from "./use_save_application.ts";

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
