import { useEffect, useState } from "react";
import type { Subscription } from "../../../../server/contract/subscriptions.ts";
import { ApiProblem, issueAt, otherIssues } from "../../../api/api_problem.ts";
import { useLeaveGuard } from "../../../shared/leave/leave_guard.tsx";
import { Callout } from "../../../ui/feedback/callout.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { useToast } from "../../../ui/feedback/use_toast.tsx";
import { StaleCallout } from "../../../ui/feedback/stale_callout.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { AdvancedFields } from "./advanced_fields.tsx";
import { changesBetween, type Draft, emptyDraft, inputOf, isChanged, proposedAlias } from "./draft.ts";
import { formFields, issuesOf, sourceIssues } from "./form_issues.ts";
import { fillFromLine } from "./fill.ts";
import type { FormParts } from "./form_parts.ts";
import { ScheduleFields } from "./schedule_fields.tsx";
import { SourceFields } from "./source_fields.tsx";
import { Button } from "../../../ui/inputs/button.tsx";
import { PreviewBody } from "../changes/preview_body.tsx";
import { Eye } from "lucide-react";
import { Tooltip } from "../../../ui/overlays/tooltip.tsx";
import { useStartPreview } from "../actions/use_start_preview.ts";
import { useQueryClient } from "@tanstack/react-query";
import { queryKeys } from "../../../api/query_keys.ts";
import { useApi } from "../../../api/use_api.tsx";

interface SubscriptionFormProps {
  /** The subscription that is edited, as it was when the form opened; null for a new one. */
  subscription: Subscription | null;
  start: Draft;
  onClose: () => void;
  /** Begins anew with what the panel has now. */
  onReload: (subscription: Subscription) => void;
}

/** Which faults are told before the panel is asked: none until one tried. */
type Tried = "nothing" | "preview" | "save";

/** The form of a subscription in its dialog. It closes only after the panel said yes, and keeps what was typed until then. */
export function SubscriptionForm({ subscription, start, onClose, onReload }: SubscriptionFormProps) {
  const { t } = useMessages();
  const [draft, setDraft] = useState(start);
  const [tried, setTried] = useState<Tried>("nothing");
  const release = useLeaveGuard(isChanged(start, draft));
  const saving = useSave({
    subscription,
    start,
    onSaved: () => {
      release();
      onClose();
    },
  });
  const { save, busy, error, stale, forget } = saving;
  const preview = useFormPreview({ subscription, start, onRejected: saving.setError });
  const formIssues = tried === "save"
    ? issuesOf(draft, t)
    : tried === "preview"
    ? sourceIssues(draft, t)
    : {};
  const parts: FormParts = {
    ...{ subscription, draft, error },
    set: (part) => setDraft((before) => ({ ...before, ...part })),
    fault: (path) => formIssues[path] ?? issueAt(error, path),
  };
  const submit = () => {
    setTried("save");
    if (!busy && isEmpty(issuesOf(draft, t))) void save(draft, subscription?.version ?? null);
  };
  const check = () => {
    setTried("preview");
    if (isEmpty(sourceIssues(draft, t))) void preview.start(draft);
  };
  usePastedLine(setDraft, subscription !== null);
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={submit}
      title={t(subscription ? "subscriptions.editTitle" : "subscriptions.createTitle")}
      footer={
        <FormFooter
          {...{ busy, onClose }}
          editing={subscription !== null}
          preview={{ busy: preview.starting, start: check }}
        />
      }
    >
      <div className="flex flex-col gap-5">
        {stale && (
          <StaleCallout
            title={t("subscriptions.staleTitle")}
            text={t("subscriptions.staleText")}
            busy={busy}
            onReload={() => {
              forget();
              onReload(stale);
            }}
            onOverwrite={() => void save(draft, stale.version)}
          />
        )}
        <SourceFields {...parts} />
        <ScheduleFields {...parts} />
        <AdvancedFields {...parts} />
        <OtherIssues error={error} />
      </div>
      {preview.run !== null && <FormPreview run={preview.run} draft={draft} onClose={preview.close} />}
    </Dialog>
  );
}

function isEmpty(errors: object): boolean {
  return Object.keys(errors).length === 0;
}

/** Fills the form when what is pasted, wherever on the page, is a line of the known panel. */
function usePastedLine(setDraft: (change: (draft: Draft) => Draft) => void, editing: boolean): void {
  const { t } = useMessages();
  const toast = useToast();
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData("text") ?? "";
      if (!fillFromLine(emptyDraft, text)) return;
      event.preventDefault();
      setDraft((draft) => fillFromLine(draft, text, { editing }) ?? draft);
      toast.message("success", t("subscriptions.filled"));
    };
    addEventListener("paste", onPaste, { capture: true });
    return () => removeEventListener("paste", onPaste, { capture: true });
  }, [setDraft, editing, t, toast]);
}

/** What was refused and has no field of its own here. */
function OtherIssues({ error }: { error: unknown }) {
  const issues = otherIssues(error, formFields);
  if (issues.length === 0) return null;
  return (
    <Callout tone="danger">
      {issues.map(({ path, message }) => <div key={path}>{path === "" ? message : `${path}: ${message}`}
      </div>)}
    </Callout>
  );
}

/** What the form, as it stands, would bring; closing it leads back to the form. */
function FormPreview(
  { run, draft, onClose }: { run: number; draft: Draft; onClose: () => void },
) {
  const { t } = useMessages();
  const name = draft.name.trim() || proposedAlias(draft);
  return (
    <Dialog
      open
      onClose={onClose}
      size="wide"
      flush
      title={t("subscriptions.previewOf", { name })}
      footer={<Button onClick={onClose}>{t("ui.back")}</Button>}
    >
      <PreviewBody key={run} run={run} />
    </Dialog>
  );
}

/** What can be done with the form: a look at what it would bring, or the save. */
function FormFooter(
  { busy, editing, preview, onClose }: {
    busy: boolean;
    editing: boolean;
    preview: { busy: boolean; start: () => void };
    onClose: () => void;
  },
) {
  const { t } = useMessages();
  return (
    <>
      <span className="me-auto">
        <Tooltip text={t("subscriptions.previewFormHelp")}>
          <Button icon={<Eye size={16} aria-hidden />} loading={preview.busy} onClick={preview.start}>
            {t("subscriptions.preview")}
          </Button>
        </Tooltip>
      </span>
      <Button onClick={onClose}>{t("ui.cancel")}</Button>
      <Button type="submit" variant="primary" loading={busy}>
        {editing ? t("ui.save") : t("ui.create")}
      </Button>
    </>
  );
}

interface PreviewParts {
  subscription: Subscription | null;
  start: Draft;
  /** Told what the panel refused. */
  onRejected: (error: unknown) => void;
}

/** Gives the way to preview what is typed, unsaved as it is; `run` is the preview that is shown. */
function useFormPreview({ subscription, start, onRejected }: PreviewParts) {
  const startPreview = useStartPreview();
  const toast = useToast();
  const [starting, setStarting] = useState(false);
  const [run, setRun] = useState<number | null>(null);
  const begin = async (draft: Draft) => {
    setStarting(true);
    try {
      const body = subscription
        ? { id: subscription.id, input: changesBetween(start, draft) }
        : { input: inputOf(draft) };
      setRun(await startPreview(body));
      onRejected(null);
    } catch (error) {
      onRejected(error);
      const inFields = error instanceof ApiProblem && error.code === "validation_failed";
      if (!inFields) toast.problem(error);
    } finally {
      setStarting(false);
    }
  };
  return { start: begin, starting, run, close: () => setRun(null) };
}

interface SaveParts {
  subscription: Subscription | null;
  start: Draft;
  onSaved: () => void;
}

/** Gives the way to save a draft; when the subscription has changed meanwhile, `stale` is what it is now. */
function useSave({ subscription, start, onSaved }: SaveParts) {
  const api = useApi();
  const queries = useQueryClient();
  const toast = useToast();
  const { t } = useMessages();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [stale, setStale] = useState<Subscription | null>(null);
  const send = (draft: Draft, version: number | null): Promise<Subscription> =>
    subscription
      ? api.patch(`/subscriptions/${subscription.id}`, changesBetween(start, draft), {
        ...(version !== null && { version }),
      })
      : api.post("/subscriptions", inputOf(draft));
  const rejected = async (error: unknown) => {
    setError(error);
    if (!(error instanceof ApiProblem)) throw error;
    if (error.code === "stale_version" && subscription) {
      setStale(await api.get<Subscription>(`/subscriptions/${subscription.id}`));
    } else if (error.code !== "validation_failed") toast.problem(error);
  };
  const save = async (draft: Draft, version: number | null) => {
    setBusy(true);
    try {
      const saved = await send(draft, version);
      queries.setQueryData(queryKeys.subscriptions("one", saved.id), saved);
      void queries.invalidateQueries({ queryKey: ["subscriptions"] });
      toast.message(
        "success",
        subscription ? t("subscriptions.saved") : t("subscriptions.created", { name: saved.name }),
      );
      onSaved();
    } catch (error) {
      await rejected(error).catch(toast.problem);
    } finally {
      setBusy(false);
    }
  };
  return { save, busy, error, setError, stale, forget: () => setStale(null) };
}
