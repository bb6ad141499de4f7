import { ChevronRight } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { classNames } from "../../../ui/class_names.ts";
import { useWords } from "../../../words/use_words.tsx";
import { HookFields } from "./hook_fields.tsx";
import { LimitFields } from "./limit_fields.tsx";
import { LogFields } from "./log_fields.tsx";
import { NotifyFields } from "./notify_fields.tsx";
import { PlaceFields } from "./place_fields.tsx";
import { PolicyFields } from "./policy_fields.tsx";
import { VariableFields } from "./variable_fields.tsx";
import { advancedFields } from "./form_faults.ts";
import type { FormParts } from "./task_form.tsx";

/** What is rarely set, folded away; whether it is open is kept in this browser. A fault in it opens it. */
export function AdvancedFields(parts: FormParts) {
  const { t } = useWords();
  const [wanted, setWanted] = useState(readOpen);
  const id = useId();
  const open = wanted || advancedFields.some((path) => parts.fault(path) !== undefined);
  const toggle = () => {
    setWanted(!open);
    writeOpen(!open);
  };
  return (
    <section className="rounded-md border border-line">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={toggle}
        className="control-height flex w-full items-center gap-2 rounded-md px-3 text-sm font-medium hover:bg-hover icon-stroke"
      >
        <ChevronRight
          size={16}
          aria-hidden
          className={classNames("transition-transform", open && "rotate-90")}
        />
        {t("task.advanced")}
        {!open && <span className="min-w-0 truncate font-normal text-faint">{t("task.advancedHint")}</span>}
      </button>
      <div id={id} hidden={!open}>
        <div className="divide-y divide-line border-t border-line">
          <Group title={t("task.groupPlace")}>
            <PlaceFields {...parts} />
          </Group>
          <Group title={t("task.groupLimits")}>
            <LimitFields {...parts} />
          </Group>
          <Group title={t("task.groupPolicies")}>
            <PolicyFields {...parts} />
          </Group>
          <Group title={t("task.groupHooks")}>
            <HookFields {...parts} />
          </Group>
          <Group title={t("task.groupLogs")}>
            <LogFields {...parts} />
          </Group>
          <Group title={t("task.variables")}>
            <VariableFields {...parts} />
          </Group>
          <Group title={t("task.groupNotify")}>
            <NotifyFields {...parts} />
          </Group>
        </div>
      </div>
    </section>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-5 p-4">
      <h3 id={id} className="-mb-1.5 text-xs font-semibold text-faint">{title}</h3>
      {children}
    </section>
  );
}

const openKey = "task.advanced";

function readOpen(): boolean {
  try {
    return localStorage.getItem(openKey) === "open";
  } catch {
    return false; // storage is switched off in this browser
  }
}

function writeOpen(open: boolean): void {
  try {
    localStorage.setItem(openKey, open ? "open" : "folded");
  } catch {
    // storage is switched off in this browser: folded again the next time
  }
}
