import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Dependency, DependencyType } from "../../../../server/contract/dependencies.ts";
import { ApiProblem } from "../../../api/api_problem.ts";
import { useApi } from "../../../api/use_api.tsx";
import { useLeaveGuard } from "../../../shared/leave/leave_guard.tsx";
import { Button } from "../../../ui/inputs/button.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { SegmentedControl } from "../../../ui/inputs/segmented_control.tsx";
import { Switch } from "../../../ui/inputs/switch.tsx";
import { TextArea } from "../../../ui/inputs/text_area.tsx";
import { TextField } from "../../../ui/inputs/text_field.tsx";
import { useToast } from "../../../ui/feedback/use_toast.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { LackCallout, useLack } from "../list/nothing.tsx";
import { type UrlStateHandle, visibleTypes } from "../url_state.ts";
import { typeMessages } from "../type_messages.ts";
import { exampleOf, guessType, type NameLine, readNameLines } from "./name_lines.ts";
import { CircleAlert, Package } from "lucide-react";
import type { NameIssue } from "../../../../server/contract/dependency_names.ts";
import type { MessageKey } from "../../../messages/messages.ts";

/** Adds packages over the list: their type, their names, remarks. */
export default function DependencyForm({ handle }: { handle: UrlStateHandle }) {
  const { t } = useMessages();
  const { place: urlState } = handle;
  const [type, setType] = useState<DependencyType>(urlState.type);
  const [typed, setTyped] = useState(urlState.name.split(/\s+/).join("\n"));
  const [split, setSplit] = useState(true);
  const [warnings, setWarnings] = useState("");
  const [tried, setTried] = useState(false);
  const lines = readNameLines(type, typed, split);
  const lack = useLack(type);
  const release = useLeaveGuard(
    typed.trim() !== urlState.name.trim().split(/\s+/).join("\n") || warnings !== "",
  );
  const { install, busy, error } = useInstall((saved) => {
    release();
    if (history.state?.beneath && saved[0]?.type === urlState.type) handle.close();
    else handle.show(type);
  });
  const wrong = lines.some(({ fault: error }) => error !== null);
  const submit = () => {
    setTried(true);
    if (!busy && !wrong && lines.length > 0) void install(type, lines, warnings.trim());
  };
  const typeIn = (text: string) => {
    setTyped(text);
    const meant = guessType(text);
    if (meant) setType(meant);
  };
  return (
    <Dialog
      open
      onClose={handle.close}
      onSubmit={submit}
      title={t("dependencies.formTitle")}
      footer={
        <>
          <Button onClick={handle.close}>{t("ui.cancel")}</Button>
          <Button type="submit" variant="primary" loading={busy}>
            {t("dependencies.installCount", { count: lines.filter(({ fault: error }) => !error).length })}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <SegmentedControl
          label={t("dependencies.type")}
          value={type}
          onValue={setType}
          options={visibleTypes.map((value) => ({ value, label: t(typeMessages[value]) }))}
        />
        {lack && <LackCallout lack={lack} />}
        <div className="flex flex-col gap-3">
          <TextArea
            label={t("dependencies.names")}
            mono
            rows={3}
            value={typed}
            placeholder={exampleOf(type).split(", ").join("\n")}
            help={t("dependencies.namesHelp")}
            error={tried
              ? lines.length === 0
                ? t("form.required", { label: t("dependencies.names") })
                : wrong
                ? t("dependencies.someWrong")
                : undefined
              : undefined}
            onChange={(event) => typeIn(event.target.value)}
          />
          <Switch
            label={t("dependencies.split")}
            help={t("dependencies.splitHelp")}
            checked={split}
            onChecked={setSplit}
          />
          <NamePreview type={type} lines={lines} rejected={rejectedNames(error, lines)} />
        </div>
        <TextField
          label={t("dependencies.remarks")}
          optional
          maxLength={500}
          value={warnings}
          onChange={(event) => setWarnings(event.target.value)}
        />
      </div>
    </Dialog>
  );
}

/** What the panel said against each name. */
function rejectedNames(error: unknown, lines: readonly NameLine[]): ReadonlyMap<string, string> {
  if (!(error instanceof ApiProblem)) return new Map();
  return new Map(error.issues.flatMap(({ path, message }) => {
    const name = lines[Number(path.split(".")[0])]?.name;
    return name === undefined ? [] : [[name, message] as const];
  }));
}

function useInstall(onDone: (saved: readonly Dependency[]) => void) {
  const api = useApi();
  const queries = useQueryClient();
  const toast = useToast();
  const { t } = useMessages();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const install = async (type: DependencyType, lines: readonly NameLine[], warnings: string) => {
    setBusy(true);
    try {
      const body = lines.map(({ name }) => ({ type, name, remarks: warnings }));
      const { items } = await api.post<{ items: Dependency[] }>("/dependencies", body);
      void queries.invalidateQueries({ queryKey: ["dependencies"] });
      toast.message("success", t("dependencies.added", { count: items.length, name: items[0]?.name ?? "" }));
      onDone(items);
    } catch (error) {
      setError(error);
      if (!(error instanceof ApiProblem) || error.code !== "validation_failed") toast.problem(error);
    } finally {
      setBusy(false);
    }
  };
  return { install, busy, error };
}

const errors: Record<NameIssue, MessageKey> = {
  package_like_option: "dependencies.faultOption",
  package_is_place: "dependencies.faultPlace",
  package_has_signs: "dependencies.faultSigns",
  package_name_wrong: "dependencies.faultForm",
};

/** Each name as it will be taken, or what is wrong with it. */
function NamePreview(
  { type, lines, rejected }: {
    type: DependencyType;
    lines: readonly NameLine[];
    /** What the panel said, by name. */
    rejected: ReadonlyMap<string, string>;
  },
) {
  const { t } = useMessages();
  if (lines.length === 0) return null;
  return (
    <ul
      aria-label={t("dependencies.preview")}
      aria-live="polite"
      className="max-h-52 overflow-y-auto rounded-md border border-line bg-sunken text-sm icon-stroke"
    >
      {lines.map((line) => {
        const error = line.fault
          ? t(errors[line.fault], { example: exampleOf(type) })
          : rejected.get(line.name);
        return (
          <li
            key={line.name}
            className="flex items-start gap-2 border-b border-line px-3 py-1.5 last:border-b-0"
          >
            {error
              ? <CircleAlert size={16} aria-hidden className="mt-0.5 shrink-0 text-danger-text" />
              : <Package size={16} aria-hidden className="mt-0.5 shrink-0 text-faint" />}
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
