import { CircleAlert, CircleCheck, Send } from "../../ui/icons/icons.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { classNames } from "../../ui/class_names.ts";
import { useFormValues } from "../../ui/form/fields.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import type { ChannelValues } from "./channel_values.ts";
import type { ChannelForm } from "./use_channel_form.ts";

/** Sends a test with the values in the form, without saving them. */
export function TestButton(
  { channelForm: { test }, className }: { channelForm: ChannelForm; className?: string },
) {
  const { t } = useMessages();
  return (
    <Button
      icon={<Send />}
      loading={test.isPending}
      keepsFocus
      onClick={test.send}
      {...(className && { className })}
    >
      {t(test.isPending ? "notifications.testing" : "notifications.test")}
    </Button>
  );
}

/** Shows the result of a test in the service's own words. */
export function TestResult({ channelForm: { test } }: { channelForm: ChannelForm }) {
  const { t } = useMessages();
  const tested = test.resultFor(useFormValues<ChannelValues>());
  if (!tested) return null;
  const { ok, answer } = tested;
  const Icon = ok ? CircleCheck : CircleAlert;
  return (
    <div
      role={ok ? "status" : "alert"}
      className={classNames(
        "flex w-full items-start gap-2 rounded-md px-3 py-2 text-sm icon-stroke",
        ok ? "bg-success-soft text-success-text" : "bg-danger-soft text-danger-text",
      )}
    >
      <Icon className="mt-0.5 shrink-0" />
      <div className="min-w-0 flex-1">
        <div className="font-medium">{t(ok ? "notifications.testSent" : "notifications.testFailed")}</div>
        {answer !== "" && (
          <div className="max-h-24 overflow-y-auto text-xs break-words" tabIndex={0}>
            {ok && `${t("notifications.serviceSaid")} `}
            <span className="font-mono">{answer}</span>
          </div>
        )}
      </div>
    </div>
  );
}
