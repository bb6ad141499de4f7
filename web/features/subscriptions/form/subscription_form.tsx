import { useMutation } from "@tanstack/react-query";
import { Eye } from "../../../ui/icons/icons.ts";
import { useEffect } from "react";
import { useFormContext } from "react-hook-form";
import { subscriptionLimits } from "../../../../server/contract/limits/subscriptions.ts";
import type { Subscription } from "../../../../server/contract/subscriptions.ts";
import { useApi } from "../../../api/use_api.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { CronField } from "../../../shared/cron/cron_field.tsx";
import { useToast } from "../../../ui/feedback/use_toast.tsx";
import {
  NumberField,
  SegmentedControl,
  Select,
  Switch,
  useFormChange,
  useFormField,
  useFormValues,
} from "../../../ui/form/fields.tsx";
import { FormDialog } from "../../../ui/form/form_dialog.tsx";
import { LoadedForm } from "../../../ui/form/loaded_form.tsx";
import { useServerForm } from "../../../ui/form/use_server_form.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { Tooltip } from "../../../ui/buttons/tooltip.tsx";
import { useSaveSubscription, useStartPreview, useSubscription } from "../api.ts";
import { PreviewBody } from "../changes/preview_body.tsx";
import { AdvancedFields } from "./advanced_fields.tsx";
import { fillFromLine } from "./fill.ts";
import { SourceFields } from "./source_fields.tsx";
import {
  changesBetween,
  checkSource,
  checkValues,
  emptyValues,
  inputOf,
  proposedAlias,
  type SubscriptionValues,
  valuesOf,
} from "./subscription_values.ts";

/** Creates or edits a subscription over the list. */
export default function SubscriptionDialog({ id, onClose }: { id: number | null; onClose: () => void }) {
  const { t } = useMessages();
  return (
    <LoadedForm
      isNew={id === null}
      query={useSubscription(id)}
      title={t("subscriptions.editTitle")}
      gone={{ title: t("subscriptions.notFound"), text: t("subscriptions.notFoundHelp") }}
      onClose={onClose}
    >
      {(subscription, restart) => (
        <SubscriptionForm subscription={subscription} onClose={onClose} onReload={restart} />
      )}
    </LoadedForm>
  );
}

interface SubscriptionFormProps {
  subscription: Subscription | null;
  onClose: () => void;
  onReload: (current: Subscription) => void;
}

function SubscriptionForm({ subscription, onClose, onReload }: SubscriptionFormProps) {
  const { t } = useMessages();
  const api = useApi();
  const form = useServerForm({
    values: subscription ? valuesOf(subscription) : emptyValues,
    base: subscription,
    save: useSaveSubscription(subscription).mutateAsync,
    onSaved: onClose,
    check: (values) => checkValues(values, t),
    fieldOf: (path) => path.replace(/^schedule\./, ""),
    loadCurrent: () => api.get<Subscription>(`/subscriptions/${subscription?.id}`),
  });
  const startPreview = useStartPreview();
  const preview = useMutation({
    mutationFn: (values: SubscriptionValues) =>
      startPreview(
        subscription
          ? { id: subscription.id, input: changesBetween(valuesOf(subscription), values) }
          : { input: inputOf(values) },
      ),
    onError: form.reject,
  });
  return (
    <FormDialog
      form={form}
      title={t(subscription ? "subscriptions.editTitle" : "subscriptions.createTitle")}
      submitLabel={t(subscription ? "ui.save" : "ui.create")}
      stale={{ title: t("subscriptions.staleTitle"), text: t("subscriptions.staleText"), onReload }}
      footer={
        <span className="me-auto">
          <Tooltip text={t("subscriptions.previewFormHelp")}>
            <Button
              icon={<Eye />}
              loading={preview.isPending}
              onClick={() => form.send((values) => checkSource(values, t), preview.mutate)}
            >
              {t("subscriptions.preview")}
            </Button>
          </Tooltip>
        </span>
      }
      onClose={onClose}
    >
      <PastedLine isNew={subscription === null} />
      <SourceFields subscription={subscription} />
      <ScheduleFields error={form.error} />
      <AdvancedFields subscription={subscription} />
      {preview.data !== undefined && <FormPreview run={preview.data} onClose={preview.reset} />}
    </FormDialog>
  );
}

/** Fills the form when a `ql` line is pasted, anywhere on the page. */
function PastedLine({ isNew }: { isNew: boolean }) {
  const { t } = useMessages();
  const toast = useToast();
  const { getValues } = useFormContext<SubscriptionValues>();
  const change = useFormChange<SubscriptionValues>();
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData("text") ?? "";
      const filled = fillFromLine(getValues(), text, { editing: !isNew });
      if (!filled) return;
      event.preventDefault();
      change(filled);
      toast.message("success", t("subscriptions.filled"));
    };
    addEventListener("paste", onPaste, { capture: true });
    return () => removeEventListener("paste", onPaste, { capture: true });
  });
  return null;
}

/** Renders a preview of what the form would pull if it was saved. */
function FormPreview({ run, onClose }: { run: number; onClose: () => void }) {
  const { t } = useMessages();
  const values = useFormValues<SubscriptionValues>();
  const { value: isRequired, onValue: onRequired } = useFormField<boolean>("requireHeader");
  const name = values.name.trim() || proposedAlias(values);
  return (
    <Dialog
      onClose={onClose}
      size="wide"
      flush
      title={t("subscriptions.previewOf", { name })}
      footer={<Button onClick={onClose}>{t("ui.back")}</Button>}
    >
      <PreviewBody key={run} run={run} header={{ isRequired, onRequired }} />
    </Dialog>
  );
}

function ScheduleFields({ error }: { error: unknown }) {
  const { t } = useMessages();
  const { kind, timeZone } = useFormValues<SubscriptionValues>();
  const rules = useFormField<readonly string[]>("rules");
  return (
    <>
      <div className="flex flex-col gap-3">
        <SegmentedControl
          name="kind"
          label={t("subscriptions.schedule")}
          options={[
            { value: "cron", label: t("task.kindCron") },
            { value: "interval", label: t("subscriptions.scheduleInterval") },
            { value: "manual", label: t("subscriptions.manual") },
          ]}
          help={kind === "manual" ? t("subscriptions.manualHelp") : undefined}
        />
        {kind === "cron" && (
          <CronField
            rules={rules.value}
            onRules={rules.onValue}
            timeZone={timeZone}
            saveError={error}
            path="schedule.rules"
            missing={rules.error}
            incorrect={t("subscriptions.scheduleWrong")}
          />
        )}
        {kind === "interval" && <IntervalFields />}
      </div>
      <Switch name="enabled" label={t("subscriptions.enabled")} help={t("subscriptions.enabledHelp")} />
    </>
  );
}

function IntervalFields() {
  const { t } = useMessages();
  return (
    <div className="grid grid-cols-2 items-start gap-3 sm:w-2/3">
      <NumberField name="every" label={t("subscriptions.every")} min={1} max={subscriptionLimits.every} />
      <Select
        name="unit"
        label={t("subscriptions.intervalUnit")}
        options={[
          { value: "seconds", label: t("task.unitSecond") },
          { value: "minutes", label: t("task.unitMinute") },
          { value: "hours", label: t("task.unitHour") },
          { value: "days", label: t("task.unitDay") },
        ]}
      />
    </div>
  );
}
