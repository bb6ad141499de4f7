import { TextArea } from "../../../ui/text_area.tsx";
import { useWords } from "../../../words/use_words.tsx";
import type { FormParts } from "./form_parts.ts";

/** Commands around the run. */
export function HookFields({ draft, set, fault }: FormParts) {
  const { t } = useWords();
  return (
    <>
      <TextArea
        label={t("task.before")}
        optional
        mono
        value={draft.before}
        onChange={(event) => set({ before: event.target.value })}
        help={t("task.beforeHelp")}
        error={fault("before")}
      />
      <TextArea
        label={t("task.after")}
        optional
        mono
        value={draft.after}
        onChange={(event) => set({ after: event.target.value })}
        help={t("task.afterHelp")}
        error={fault("after")}
      />
    </>
  );
}
