import type { Dependency, DependencyState, DependencyType } from "../../../server/contract/dependencies.ts";
import type { MessageKey } from "../../messages/messages.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { StatusDot } from "../../ui/data/status_dot.tsx";
import type { Tone } from "../../ui/tones.ts";

interface Style {
  label: MessageKey;
  tone: Tone;
  pulse?: boolean;
  hollow?: boolean;
  faint?: boolean;
}

export const stateStyles: Record<DependencyState, Style> = {
  queued: { label: "dependencies.stateQueued", tone: "warning" },
  installing: { label: "dependencies.stateInstalling", tone: "accent", pulse: true },
  installed: { label: "dependencies.stateInstalled", tone: "success" },
  install_failed: { label: "dependencies.stateInstallFailed", tone: "danger" },
  deleting: { label: "dependencies.stateDeleting", tone: "accent", pulse: true },
  deleted: { label: "dependencies.stateDeleted", tone: "neutral", faint: true },
  delete_failed: { label: "dependencies.stateDeleteFailed", tone: "danger" },
  cancelled: { label: "dependencies.stateCancelled", tone: "neutral", hollow: true },
};

/** Returns whether an operation on a package is active or queued. */
export function isBusy({ state }: Pick<Dependency, "state">): boolean {
  return state === "queued" || state === "installing" || state === "deleting";
}

export function StateDot({ state }: { state: DependencyState }) {
  const { t } = useMessages();
  const { label, ...style } = stateStyles[state];
  return <StatusDot {...style}>{t(label)}</StatusDot>;
}

export const typeMessages: Record<DependencyType, MessageKey> = {
  node: "dependencies.typeNode",
  python: "dependencies.typePython",
  linux: "dependencies.typeLinux",
  deno: "dependencies.typeDeno",
};
