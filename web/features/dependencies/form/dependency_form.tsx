import { CircleAlert, Package } from "../../../ui/icons/icons.ts";
import { useState } from "react";
import type { DependencyType } from "../../../../server/contract/dependencies.ts";
import {
  nameExamples,
  type NameIssue,
  readPackageName,
  splitPackageNames,
} from "../../../../server/contract/dependency_names.ts";
import { ApiProblem } from "../../../api/api_problem.ts";
import type { MessageKey } from "../../../messages/messages.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { isOverOwnPage } from "../../../shared/page/dialog_history.ts";
import { TextField, useFormField, useFormValues } from "../../../ui/form/fields.tsx";
import { FormDialog } from "../../../ui/form/form_dialog.tsx";
import { useServerForm } from "../../../ui/form/use_server_form.ts";
import { useSubscriptionNames } from "../../../shared/task/field_values.tsx";
import { Select } from "../../../ui/inputs/select.tsx";
import { SegmentedControl } from "../../../ui/inputs/segmented_control.tsx";
import { Switch } from "../../../ui/inputs/switch.tsx";
import { TextArea } from "../../../ui/inputs/text_area.tsx";
import { useAddDependencies } from "../api.ts";
import { LackCallout, useLack } from "../list/nothing.tsx";
import { typeMessages } from "../state_style.tsx";
import { type UrlStateHandle, visibleTypes } from "../url_state.ts";

interface DependencyValues {
  typed: string;
  remarks: string;
}

/** Adds packages: type, names and remarks. */
export default function DependencyForm({ handle }: { handle: UrlStateHandle }) {
  const { t } = useMessages();
  const { urlState } = handle;
  // Not values of the form, so they do not count as unsaved changes.
  const [type, setType] = useState<DependencyType>(urlState.type);
  const [split, setSplit] = useState(true);
  const [owner, setOwner] = useState(urlState.subscription);
  const subscriptionId = type === "python" ? owner : null;
  const lack = useLack(type);
  const add = useAddDependencies();
  const form = useServerForm({
    values: { typed: urlState.name.split(/\s+/).join("\n"), remarks: "" },
    save: ({ values }) =>
      add.mutateAsync(
        inputsOf(type, values, split).map((one) => ({ ...one, subscriptionId })),
      ),
    onSaved: ({ items }) => {
      if (isOverOwnPage() && items[0]?.type === urlState.type) handle.close();
      else handle.show(type);
    },
    check: ({ typed }) => {
      const lines = readNameLines(type, typed, split);
      const isWrong = lines.some(({ issue }) => issue !== null);
      return {
        typed: lines.length === 0
          ? t("ui.required", { label: t("dependencies.names") })
          : isWrong && t("dependencies.someWrong"),
      };
    },
    fieldOf: (path) => /^\d+\./.test(path) ? null : path, // the preview shows the issues of each name
  });
  return (
    <FormDialog
      form={form}
      title={t("dependencies.formTitle")}
      submitLabel={<InstallLabel type={type} split={split} />}
      onClose={handle.close}
    >
      <SegmentedControl
        label={t("dependencies.type")}
        value={type}
        onValue={(type) => {
          setType(type);
          form.methods.clearErrors();
        }}
        options={visibleTypes.map((value) => ({ value, label: t(typeMessages[value]) }))}
      />
      {lack && <LackCallout lack={lack} />}
      {type === "python" && <OwnerField value={owner} onValue={setOwner} />}
      <div className="flex flex-col gap-3">
        <NamesField type={type} onType={setType} />
        <Switch
          label={t("dependencies.split")}
          help={t("dependencies.splitHelp")}
          checked={split}
          onChecked={(split) => {
            setSplit(split);
            form.methods.clearErrors();
          }}
        />
        <NamePreview type={type} split={split} error={form.error} />
      </div>
      <TextField name="remarks" label={t("dependencies.remarks")} optional maxLength={500} />
    </FormDialog>
  );
}

/** Selects whether a Python package is for all scripts or for a subscription with its own; nothing if there is none. */
function OwnerField({ value, onValue }: { value: number | null; onValue: (value: number | null) => void }) {
  const { t } = useMessages();
  const owners = useSubscriptionNames().filter(({ id, ownPython }) => ownPython || id === value);
  if (owners.length === 0) return null;
  return (
    <Select
      label={t("dependencies.installFor")}
      value={value === null ? "" : String(value)}
      onValue={(id) => onValue(id === "" ? null : Number(id))}
      options={[
        { value: "", label: t("dependencies.forAll") },
        ...owners.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
    />
  );
}

function inputsOf(type: DependencyType, { typed, remarks }: DependencyValues, split: boolean) {
  return readNameLines(type, typed, split).map(({ name }) => ({ type, name, remarks: remarks.trim() }));
}

function InstallLabel({ type, split }: { type: DependencyType; split: boolean }) {
  const { t } = useMessages();
  const { typed } = useFormValues<DependencyValues>();
  const valid = readNameLines(type, typed, split).filter(({ issue }) => issue === null);
  return t("dependencies.installCount", { count: valid.length });
}

function NamesField({ type, onType }: { type: DependencyType; onType: (type: DependencyType) => void }) {
  const { t } = useMessages();
  const { value, onValue, error } = useFormField<string>("typed", { label: t("dependencies.names") });
  return (
    <TextArea
      label={t("dependencies.names")}
      mono
      rows={3}
      value={value}
      placeholder={nameExamples[type].split(", ").join("\n")}
      help={t("dependencies.namesHelp")}
      error={error}
      onChange={({ target }) => {
        onValue(target.value);
        const guessed = guessType(target.value);
        if (guessed) onType(guessed);
      }}
    />
  );
}

function rejectedNames(error: unknown, lines: readonly NameLine[]): ReadonlyMap<string, string> {
  if (!(error instanceof ApiProblem)) return new Map();
  return new Map(error.issues.flatMap(({ path, message }) => {
    const name = lines[Number(path.split(".")[0])]?.name;
    return name === undefined ? [] : [[name, message] as const];
  }));
}

const errors: Record<NameIssue, MessageKey> = {
  package_like_option: "dependencies.faultOption",
  package_is_place: "dependencies.faultPlace",
  package_has_signs: "dependencies.faultSigns",
  package_name_wrong: "dependencies.faultForm",
};

/** Renders each name as it will be installed, or its error. */
function NamePreview(
  { type, split, error }: { type: DependencyType; split: boolean; error: unknown },
) {
  const { t } = useMessages();
  const { typed } = useFormValues<DependencyValues>();
  const lines = readNameLines(type, typed, split);
  const rejected = rejectedNames(error, lines);
  if (lines.length === 0) return null;
  return (
    <ul
      aria-label={t("dependencies.preview")}
      aria-live="polite"
      className="max-h-52 overflow-y-auto rounded-md border border-line bg-sunken text-sm icon-stroke"
    >
      {lines.map((line) => {
        const error = line.issue
          ? t(errors[line.issue], { example: nameExamples[type] })
          : rejected.get(line.name);
        return (
          <li
            key={line.name}
            className="flex items-start gap-2 border-b border-line px-3 py-1.5 last:border-b-0"
          >
            {error
              ? <CircleAlert className="mt-0.5 shrink-0 text-danger-text" />
              : <Package className="mt-0.5 shrink-0 text-faint" />}
            <span className="min-w-0 flex-1">
              <span className="flex flex-wrap items-baseline gap-x-3">
                <code className="font-mono break-all">{line.bare}</code>
                {!error && (
                  <span className="text-xs text-muted">
                    {line.version
                      ? t("dependencies.version", { version: line.version })
                      : t("dependencies.newest")}
                  </span>
                )}
              </span>
              {error && <span className="block text-xs text-danger-text">{error}</span>}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** A typed package name, with its error if it has one. */
interface NameLine {
  /** The name as it will be sent. */
  name: string;
  version: string | null;
  bare: string;
  issue: NameIssue | null;
}

/** Parses typed names of a type; without splitting, the whole text is one name. */
export function readNameLines(type: DependencyType, typed: string, split: boolean): NameLine[] {
  const names = split ? splitPackageNames(typed) : [typed.trim()].filter((name) => name !== "");
  return names.map((name) => {
    const read = readPackageName(type, name);
    return "error" in read
      ? { name, bare: name, version: null, issue: read.error }
      : { name, bare: read.bare, version: read.version, issue: null };
  });
}

/** Guesses the type from the form of the names; null when they do not all indicate the same one. */
export function guessType(typed: string): DependencyType | null {
  const names = splitPackageNames(typed);
  if (names.length === 0) return null;
  return names.every((name) => /^(npm|jsr):/.test(name)) ? "deno" : null;
}
