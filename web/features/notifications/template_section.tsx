import { type RefObject, useRef, useState } from "react";
import type { NotificationEvent } from "../../../server/contract/notification_events.ts";
import type { Language } from "../../../server/contract/settings.ts";
import { useSession } from "../../api/use_session.ts";
import { basePath } from "../../paths.ts";
import { classNames } from "../../ui/class_names.ts";
import { useFormField, useFormValues } from "../../ui/form/fields.tsx";
import { FoldedSection } from "../../ui/inputs/folded_section.tsx";
import { Select } from "../../ui/inputs/select.tsx";
import { TextArea } from "../../ui/inputs/text_area.tsx";
import { TextField } from "../../ui/inputs/text_field.tsx";
import { useNow } from "../../ui/data/time_text.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { fillTemplate, sampleFields, unknownFields } from "./preview_template.ts";
import type { RuleDraft } from "./rule_draft.ts";
import { notificationLimits } from "../../../server/contract/limits/notifications.ts";

type Written = "title" | "content";

interface TemplateProps {
  /** Names of the fields that a template may use. */
  known: readonly string[];
}

/** The rule's own texts, folded away while there are none. */
export function TemplateSection({ known }: TemplateProps) {
  const { t } = useMessages();
  const { title, content, language } = useFormValues<RuleDraft>();
  return (
    <FoldedSection
      name="sundial-rule-template"
      title={t("notifications.template")}
      hint={t("notifications.templateHint")}
      forced={title !== "" || content !== "" || language !== null}
    >
      <div className="flex flex-col gap-4 p-4">
        <LanguageField />
        <Templates known={known} />
        <Preview known={known} />
      </div>
    </FoldedSection>
  );
}

function LanguageField() {
  const { t } = useMessages();
  const { value: language, onValue } = useFormField<Language | null>("language");
  const options: { value: Language | "panel"; label: string }[] = [
    { value: "panel", label: t("notifications.languagePanel") },
    { value: "en", label: t("app.languageEnglish") },
    { value: "zh", label: t("app.languageChinese") },
  ];
  return (
    <Select
      label={t("notifications.language")}
      value={language ?? "panel"}
      options={options}
      onValue={(next) => onValue(next === "panel" ? null : next)}
    />
  );
}

function Templates({ known }: TemplateProps) {
  const { t, format } = useMessages();
  const templates = { title: useFormField<string>("title"), content: useFormField<string>("content") };
  const fields = useRef<HTMLDivElement>(null);
  const [last, setLast] = useState<Written>("content");
  const issueIn = (name: Written) => {
    const names = unknownFields(templates[name].value, known);
    return names.length > 0
      ? t("notifications.unknownFields", { names: format.list(names.map((one) => `{${one}}`)) })
      : templates[name].error;
  };
  const shared = (name: Written) => ({
    name,
    value: templates[name].value,
    error: issueIn(name),
    onFocus: () => setLast(name),
    onChange: ({ target }: { target: { value: string } }) => templates[name].onValue(target.value),
  });
  return (
    <div ref={fields} className="flex flex-col gap-4">
      <TextField
        {...shared("title")}
        optional
        maxLength={notificationLimits.titleTemplate}
        label={t("notifications.templateTitle")}
        placeholder={t("notifications.usualTitle")}
      />
      <TextArea
        {...shared("content")}
        optional
        rows={4}
        maxLength={notificationLimits.contentTemplate}
        label={t("notifications.templateContent")}
        placeholder={t("notifications.usualContent")}
      />
      <FieldNames
        known={known}
        onField={(name) => insertText(inputOf(fields, last), `{${name}}`, templates[last].onValue)}
      />
    </div>
  );
}

function inputOf(fields: RefObject<HTMLDivElement | null>, name: Written) {
  return fields.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>(`[name=${name}]`);
}

/** Inserts a text at the cursor and moves the cursor behind it. */
function insertText(
  input: HTMLInputElement | HTMLTextAreaElement | null | undefined,
  text: string,
  onValue: (value: string) => void,
): void {
  if (!input) return;
  const [from, to] = [input.selectionStart ?? input.value.length, input.selectionEnd ?? input.value.length];
  onValue(input.value.slice(0, from) + text + input.value.slice(to));
  input.focus();
  // After the new value is rendered; a controlled field moves the cursor to its end.
  requestAnimationFrame(() => input.setSelectionRange(from + text.length, from + text.length));
}

function FieldNames({ known, onField }: { known: readonly string[]; onField: (name: string) => void }) {
  const { t, has } = useMessages();
  const meaning = (name: string) => {
    const key = `templateField.${name}`;
    return has(key) ? t(key) : name;
  };
  return (
    <div className="flex flex-col gap-1.5">
      <div className="text-sm font-medium">{t("notifications.templateFields")}</div>
      <ul className="flex max-h-44 flex-wrap gap-1 overflow-y-auto">
        {known.map((name) => (
          <li key={name}>
            <button
              type="button"
              title={meaning(name)}
              aria-label={`{${name}}: ${meaning(name)}`}
              onClick={() => onField(name)}
              className="inline-flex h-6 items-center gap-1 rounded-sm bg-neutral-soft px-1.5 text-xs hover:bg-accent-soft hover:text-accent-text touch:h-9"
            >
              <span className="font-mono">{name}</span>
              <span className="text-muted">{meaning(name)}</span>
            </button>
          </li>
        ))}
      </ul>
      <p className="text-xs text-muted">{t("notifications.templateFieldsHelp")}</p>
    </div>
  );
}

function Preview({ known }: TemplateProps) {
  const draft = useFormValues<RuleDraft>();
  const messages = useMessages();
  const { t } = messages;
  const { settings: { title: panel, effectiveTimeZone: timeZone } } = useSession();
  const now = useNow(60_000);
  const [chosen, setChosen] = useState<NotificationEvent | null>(null);
  const event = chosen && draft.events.includes(chosen) ? chosen : draft.events[0];
  if (!event || draft.title === "" && draft.content === "") return null;
  const address = `${location.origin}${basePath}/`;
  const values = sampleFields({ event, panel, now, timeZone, address }, messages);
  const filled = (template: string, usual: string) => ({
    text: template === "" ? usual : fillTemplate(template, values, known),
    className: classNames("break-words whitespace-pre-wrap", template === "" && "text-faint italic"),
  });
  const title = filled(draft.title, t("notifications.usualTitle"));
  const content = filled(draft.content, t("notifications.usualContent"));
  return (
    <section aria-label={t("notifications.preview")} className="flex flex-col gap-1.5">
      <div className="flex items-center gap-2">
        <h4 className="flex-1 text-sm font-medium">{t("notifications.preview")}</h4>
        {draft.events.length > 1 && (
          <Select
            hideLabel
            className="w-52"
            label={t("notifications.previewEvent")}
            value={event}
            options={draft.events.map((one) => ({ value: one, label: t(`eventNames.${one}`) }))}
            onValue={setChosen}
          />
        )}
      </div>
      <div className="rounded-md border border-line bg-sunken p-3">
        <div className={classNames("text-sm font-semibold", title.className)}>{title.text}</div>
        <div className={classNames("mt-1 text-sm", content.className)}>{content.text}</div>
      </div>
    </section>
  );
}
