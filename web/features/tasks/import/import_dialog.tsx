import { useState } from "react";
import { useLeaveGuard } from "../../../ui/leave/leave_guard.tsx";
import { ImportPreview } from "./import_preview.tsx";
import { ImportSource } from "./import_source.tsx";
import { type CrontabSource, type Preview, useCrontabImport } from "./use_crontab_import.ts";
import { CircleCheck } from "../../../ui/icons/icons.ts";
import { paths } from "../../../paths.ts";
import { Button, ButtonLink } from "../../../ui/buttons/button.tsx";
import { Callout } from "../../../ui/feedback/callout.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { EmptyState } from "../../../ui/feedback/empty_state.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";

interface Taken {
  created: number;
  label: string | undefined;
}

const start: CrontabSource = { source: "system", text: "", withUser: null };

/** Imports a crontab in three steps: source, preview, result. */
export default function ImportDialog({ onClose }: { onClose: () => void }) {
  const { dryRun, take } = useCrontabImport();
  const [source, setSource] = useState(start);
  const [preview, setPreview] = useState<Preview | null>(null);
  const [taken, setTaken] = useState<Taken | null>(null);
  useLeaveGuard(taken === null && (source.text.trim() !== "" || take.isPending));
  if (taken) return <ImportResult {...taken} onClose={onClose} />;
  if (preview) {
    return (
      <ImportPreview
        preview={preview}
        busy={take.isPending || dryRun.isPending}
        error={take.error ?? dryRun.error}
        onWithUser={(withUser) => {
          const next = { ...source, withUser };
          setSource(next);
          dryRun.mutate(next, { onSuccess: setPreview });
        }}
        onTake={(request) =>
          take.mutate({ preview, ...request }, {
            onSuccess: ({ created }) => setTaken({ created, label: request.labels[0] }),
          })}
        onBack={() => {
          take.reset();
          dryRun.reset();
          setPreview(null);
        }}
        onClose={onClose}
      />
    );
  }
  return (
    <ImportSource
      value={source}
      onValue={(part) => {
        dryRun.reset();
        setSource({ ...source, withUser: null, ...part });
      }}
      busy={dryRun.isPending}
      error={dryRun.error}
      onNext={() => dryRun.mutate(source, { onSuccess: setPreview })}
      onClose={onClose}
    />
  );
}

interface ImportResultProps {
  created: number;
  label: string | undefined;
  onClose: () => void;
}

/** Renders the last step: the number of created tasks, and what is left to do. */
function ImportResult({ created, label, onClose }: ImportResultProps) {
  const { t } = useMessages();
  return (
    <Dialog
      title={t("imports.title")}
      onClose={onClose}
      footer={
        <>
          {label === undefined
            ? null
            : <ButtonLink href={paths.tasks({ label })}>{t("imports.showLabelled")}</ButtonLink>}
          <Button variant="primary" autoFocus onClick={onClose}>{t("imports.done")}</Button>
        </>
      }
    >
      <div role="status">
        <EmptyState icon={<CircleCheck size={22} />} title={t("imports.created", { count: created })} />
      </div>
      <Callout tone="warning">{t("imports.twice")}</Callout>
    </Dialog>
  );
}
