import type { ImportKind, ImportResource } from "../../../server/contract/imports.ts";
import type { MessageKey } from "../../messages/messages.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { paths } from "../../paths.ts";
import { StatusDot } from "../../ui/data/status_dot.tsx";
import type { Tone } from "../../ui/tones.ts";

export const sourceNames: Record<ImportResource["source"] | "auto", MessageKey> = {
  auto: "dataImport.source_auto",
  qinglong: "dataImport.source_qinglong",
  crontab: "dataImport.source_crontab",
  systemd: "dataImport.source_systemd",
  cronicle: "dataImport.source_cronicle",
};

/** The kinds of a report in the order of the page: their names, and the pages that list them. */
export const kinds: readonly { kind: ImportKind; label: MessageKey; href: string }[] = [
  { kind: "tasks", label: "dataImport.kind_tasks", href: paths.tasks() },
  { kind: "subscriptions", label: "dataImport.kind_subscriptions", href: paths.subscriptions() },
  { kind: "variables", label: "dataImport.kind_variables", href: paths.variables() },
  { kind: "scripts", label: "dataImport.kind_scripts", href: paths.scripts() },
  { kind: "config", label: "dataImport.kind_config", href: paths.config() },
  { kind: "dependencies", label: "dataImport.kind_dependencies", href: paths.dependencies() },
  { kind: "channels", label: "dataImport.kind_channels", href: paths.notifications() },
  { kind: "applications", label: "dataImport.kind_applications", href: paths.applications() },
  { kind: "views", label: "dataImport.kind_views", href: paths.tasks() },
];

const states: Record<ImportResource["state"], { tone: Tone; label: MessageKey }> = {
  ready: { tone: "accent", label: "dataImport.state_ready" },
  running: { tone: "accent", label: "dataImport.state_running" },
  done: { tone: "success", label: "dataImport.state_done" },
  failed: { tone: "danger", label: "dataImport.state_failed" },
};

export function ImportState({ state }: { state: ImportResource["state"] }) {
  const { t } = useMessages();
  const { tone, label } = states[state];
  return <StatusDot tone={tone} pulse={state === "running"} hollow={state === "ready"}>{t(label)}</StatusDot>;
}

/** Renders a progress bar; `share` is 0 to 1, or null when it is unknown. */
export function ProgressBar({ label, share }: { label: string; share: number | null }) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={share === null ? undefined : Math.floor(share * 100)}
      className="h-1.5 w-full overflow-hidden rounded-full bg-neutral-soft"
    >
      <div
        className={share === null
          ? "h-full animate-pulse rounded-full bg-accent-fill"
          : "h-full rounded-full bg-accent-fill"}
        style={{ width: `${share === null ? 100 : Math.floor(share * 100)}%` }}
      />
    </div>
  );
}
