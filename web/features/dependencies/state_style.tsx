import type { Dependency, DependencyState } from "../../../server/contract/dependencies.ts";
import { StatusDot } from "../../ui/data/status_dot.tsx";
import type { Tone } from "../../ui/tones.ts";
import type { MessageKey } from "../../messages/messages.ts";
import { useMessages } from "../../messages/use_messages.tsx";

interface Style {
  word: MessageKey;
  tone: Tone;
  pulse?: boolean;
  hollow?: boolean;
  struck?: boolean;
}

/** Style and label of each state. */
export const stateStyles: Record<DependencyState, Style> = {
  queued: { word: "dependencies.stateQueued", tone: "warning" },
  installing: { word: "dependencies.stateInstalling", tone: "accent", pulse: true },
  installed: { word: "dependencies.stateInstalled", tone: "success" },
  install_failed: { word: "dependencies.stateInstallFailed", tone: "danger" },
  deleting: { word: "dependencies.stateDeleting", tone: "accent", pulse: true },
  deleted: { word: "dependencies.stateDeleted", tone: "neutral", struck: true },
  delete_failed: { word: "dependencies.stateDeleteFailed", tone: "danger" },
  cancelled: { word: "dependencies.stateCancelled", tone: "neutral", hollow: true },
};

/** Returns whether an operation on a package is active or queued. */
export function isBusy({ state }: Pick<Dependency, "state">): boolean {
  return state === "queued" || state === "installing" || state === "deleting";
}

/** Renders the state of a package as a dot and a label. */
export function StateDot({ state }: { state: DependencyState }) {
  const { t } = useMessages();
  const { word, ...style } = stateStyles[state];
  return <StatusDot {...style}>{t(word)}</StatusDot>;
}
