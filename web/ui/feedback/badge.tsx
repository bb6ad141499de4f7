import { X } from "../icons/icons.ts";
import type { ReactNode } from "react";
import { useMessages } from "../../messages/use_messages.tsx";
import { classNames } from "../class_names.ts";
import { type Tone, toneSoft } from "../tones.ts";

/** Renders a small label, count or category on a tinted background. */
export function Badge({ tone = "neutral", children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={classNames(
        "inline-block max-w-40 truncate rounded-sm px-1.5 py-px align-middle text-xs",
        toneSoft[tone],
      )}
    >
      {children}
    </span>
  );
}

/** Renders a badge with a remove button, such as a filter or a label in a form. */
export function Chip({ label, onRemove }: { label: string; onRemove: () => void }) {
  const { t } = useMessages();
  return (
    <span className="inline-flex h-6 items-center gap-1 rounded-sm bg-neutral-soft ps-2 pe-1 text-xs text-text touch:h-9">
      <span className="max-w-48 truncate">{label}</span>
      <button
        type="button"
        aria-label={t("ui.remove", { name: label })}
        onClick={onRemove}
        className="rounded-sm p-0.5 text-muted hover:bg-hover hover:text-text touch:p-2"
      >
        <X size={12} />
      </button>
    </span>
  );
}
