import { CircleAlert, Package } from "lucide-react";
import type { NameIssue } from "../../../../server/contract/dependency_names.ts";
import type { DependencyType } from "../../../../server/contract/dependencies.ts";
import type { MessageKey } from "../../../messages/messages.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { exampleOf, type NameLine } from "./name_lines.ts";

const errors: Record<NameIssue, MessageKey> = {
  package_like_option: "dependencies.faultOption",
  package_is_place: "dependencies.faultPlace",
  package_has_signs: "dependencies.faultSigns",
  package_name_wrong: "dependencies.faultForm",
};

/** Each name as it will be taken, or what is wrong with it. */
export function NamePreview(
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
