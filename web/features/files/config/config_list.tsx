import { Plus } from "../../../ui/icons/icons.ts";
import { Link } from "wouter";
import { paths } from "../../../paths.ts";
import { classNames } from "../../../ui/class_names.ts";
import { ErrorState } from "../../../ui/feedback/error_state.tsx";
import { IconButton } from "../../../ui/buttons/icon_button.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { useDelayed } from "../../../ui/feedback/use_delayed.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { visibleName } from "../../../ui/data/visible_name.ts";
import type { MessageKey } from "../../../messages/messages.ts";
import { useMay } from "../../../api/use_permissions.ts";

/** Renders the configuration files with their purpose; files that do not exist yet are muted. */
export function ConfigList(
  { lines, current, error, onNew, onRetry }: {
    /** Undefined while loading. */
    lines: readonly ConfigLine[] | undefined;
    current: string | null;
    error: unknown;
    onNew: () => void;
    onRetry: () => void;
  },
) {
  const { t } = useMessages();
  const mayWrite = useMay("config:write");
  return (
    <nav aria-label={t("files.configFiles")} className="flex h-full min-h-0 flex-col">
      <header className="flex h-12 shrink-0 items-center gap-2 border-b border-line ps-4 pe-2">
        <h2 className="flex-1 text-sm font-semibold">{t("files.configFiles")}</h2>
        {mayWrite && <IconButton label={t("files.configNew")} icon={<Plus />} onClick={onNew} />}
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto p-2">
        {error ? <ErrorState error={error} onRetry={onRetry} /> : lines ? null : <Waiting />}
        <ul className="flex flex-col gap-0.5">
          {lines?.map((line) => (
            <li key={line.path}>
              <Line line={line} current={line.path === current} />
            </li>
          ))}
        </ul>
      </div>
    </nav>
  );
}

function Line({ line, current }: { line: ConfigLine; current: boolean }) {
  const { t } = useMessages();
  const { path, purpose, exists } = line;
  return (
    <Link
      href={paths.config(path)}
      aria-current={current ? "page" : undefined}
      className={classNames(
        "block rounded-md px-2.5 py-2 touch:min-h-11",
        current ? "bg-selected" : "hover:bg-hover",
      )}
    >
      <span className="flex items-baseline gap-2">
        <span
          className={classNames("min-w-0 truncate font-mono text-sm", exists ? "font-medium" : "text-muted")}
        >
          {visibleName(path)}
        </span>
        {!exists && <span className="ms-auto shrink-0 text-xs text-muted">{t("files.configMissing")}</span>}
      </span>
      <span className="mt-0.5 block text-xs text-pretty text-muted">{t(purpose ?? "files.configOwn")}</span>
    </Link>
  );
}

function Waiting() {
  if (!useDelayed(true)) return null;
  return [1, 2, 3, 4].map((line) => (
    <div key={line} className="flex flex-col gap-2 px-2.5 py-2.5">
      <Skeleton className="h-3.5 w-1/2" />
      <Skeleton className="h-3 w-4/5" />
    </div>
  ));
}

/** Purposes of the files that Sundial reads. */
const knownFiles: Readonly<Record<string, MessageKey>> = {
  "config.sh": "files.configMain",
  "extra.sh": "files.configExtra",
  "task_before.sh": "files.configBefore",
  "task_before.js": "files.configBeforeJs",
  "task_before.py": "files.configBeforePy",
  "task_after.sh": "files.configAfter",
  "task_after.js": "files.configAfterJs",
  "task_after.py": "files.configAfterPy",
};

interface ConfigLine {
  /** Relative to the configuration folder. */
  path: string;
  /** What Sundial uses it for; null for the user's files. */
  purpose: MessageKey | null;
  /** Whether it is on disk; a known file can be created from its sample. */
  exists: boolean;
  hasSample: boolean;
}

/** Lists existing and possible files: known ones first, in the order in which they apply, then the user's by name. */
export function listConfig(
  { files, samples }: { files: readonly string[]; samples: readonly string[] },
): ConfigLine[] {
  const order = Object.keys(knownFiles);
  const all = [...new Set([...files, ...samples])];
  const rank = (path: string) => order.includes(path) ? order.indexOf(path) : order.length;
  return all
    .sort((one, other) => rank(one) - rank(other) || one.localeCompare(other, "en"))
    .map((path) => ({
      path,
      purpose: knownFiles[path] ?? null,
      exists: files.includes(path),
      hasSample: samples.includes(path),
    }));
}
