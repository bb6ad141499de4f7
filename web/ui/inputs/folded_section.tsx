import { ChevronRight } from "../icons/icons.ts";
import { type ReactNode, useCallback, useId, useState } from "react";
import { classNames } from "../class_names.ts";
import { readStored, writeStored } from "../stored.ts";
import { RevealContext } from "./field.tsx";

/**
 * Renders a collapsible section for rarely used fields; this browser stores whether it is open, under `name`. An
 * error in a field inside opens it.
 */
export function FoldedSection(
  { name, title, hint, forced = false, children }: {
    name: string;
    title: string;
    /** Describes the contents while the section is collapsed. */
    hint: string;
    /** Keeps the section open. */
    forced?: boolean;
    children: ReactNode;
  },
) {
  const [wanted, setWanted] = useState(() => readStored(name) === "open");
  const [errors, setErrors] = useState(0);
  const id = useId();
  const open = wanted || forced || errors > 0;
  const reveal = useCallback(() => {
    setErrors((count) => count + 1);
    return () => setErrors((count) => count - 1);
  }, []);
  const toggle = () => {
    setWanted(!open);
    writeStored(name, open ? "folded" : "open");
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
        <ChevronRight className={classNames("shrink-0 transition-transform", open && "rotate-90")} />
        <span className="shrink-0">{title}</span>
        {!open && <span className="min-w-0 truncate font-normal text-faint">{hint}</span>}
      </button>
      <div id={id} hidden={!open}>
        <RevealContext value={reveal}>
          <div className="divide-y divide-line border-t border-line">{children}</div>
        </RevealContext>
      </div>
    </section>
  );
}

/** Renders a group of related fields in a folded section. */
export function FieldGroup({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-5 p-4">
      <h3 id={id} className="-mb-1.5 text-xs font-semibold text-faint">{title}</h3>
      {children}
    </section>
  );
}
