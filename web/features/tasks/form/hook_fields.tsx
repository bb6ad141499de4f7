import { TextArea } from "../../../ui/inputs/text_area.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import type { FormParts } from "./form_parts.ts";

/** Commands around the run. */
export function HookFields({ draft, set, fault: error }: FormParts) {
  const { t } = useMessages();
  return (
    <>
      <TextArea
        label={t("task.before")}
        optional
        mono
        value={draft.before}
        onChange={(event) => set({ before: event.target.value })}
        help={t("task.beforeHelp")}
        error={error("before")}
      />
      <TextArea
        label={t("task.after")}
        optional
        mono
        value={draft.after}
        onChange={(event) => set({ after: event.target.value })}
        help={t("task.afterHelp")}
        error={error("after")}
      />
    </>
  );
}
