import { useEffect, useState } from "react";
import type { Subscription } from "../../../../server/contract/subscriptions.ts";
import { issueAt, otherIssues } from "../../../api/api_problem.ts";
import { useLeaveGuard } from "../../../shared/leave/leave_guard.tsx";
import { Callout } from "../../../ui/feedback/callout.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { useToast } from "../../../ui/feedback/use_toast.tsx";
import { StaleCallout } from "../../../ui/feedback/stale_callout.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { AdvancedFields } from "./advanced_fields.tsx";
import { type Draft, emptyDraft, isChanged } from "./draft.ts";
import { formFields, issuesOf, sourceIssues } from "./form_issues.ts";
import { fillFromLine } from "./fill.ts";
import { FormFooter } from "./form_footer.tsx";
import { FormPreview } from "./form_preview.tsx";
import type { FormParts } from "./form_parts.ts";
import { ScheduleFields } from "./schedule_fields.tsx";
import { SourceFields } from "./source_fields.tsx";
import { useFormPreview } from "./use_form_preview.ts";
import { useSave } from "./use_save.ts";

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
  const own = tried === "save" ? issuesOf(draft, t) : tried === "preview" ? sourceIssues(draft, t) : {};
  const parts: FormParts = {
    ...{ subscription, draft, error },
    set: (part) => setDraft((before) => ({ ...before, ...part })),
    fault: (path) => own[path] ?? issueAt(error, path),
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
