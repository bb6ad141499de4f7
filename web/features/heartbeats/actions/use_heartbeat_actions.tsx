import { createContext, type ReactNode, Suspense, useContext, useMemo } from "react";
import { useLocation } from "wouter";
import type { Heartbeat } from "../../../../server/contract/heartbeats.ts";
import type { Translate } from "../../../messages/create_messages.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { basePath, paths } from "../../../paths.ts";
import { asDialog, closeDialog } from "../../../shared/page/dialog_history.ts";
import { useToast } from "../../../ui/feedback/use_toast.tsx";
import {
  Bell,
  BellOff,
  CirclePause,
  CirclePlay,
  Copy,
  KeyRound,
  Pencil,
  Trash2,
} from "../../../ui/icons/icons.ts";
import { useCopy } from "../../../ui/inputs/copy_button.tsx";
import { useConfirm } from "../../../ui/overlays/confirm_dialog.tsx";
import type { MenuEntry } from "../../../ui/overlays/menu_entries.ts";
import { useHeartbeatChanges } from "../api.ts";
import { readListState, type UrlState, writeListState } from "../url_state.ts";
import { useMay } from "../../../api/use_permissions.ts";
import { lazyPart } from "../../../ui/feedback/lazy.tsx";

/** Actions on heartbeats. The functions are stable. */
export interface HeartbeatActions {
  /** Whether the person may create and change heartbeats. */
  mayWrite: boolean;
  create(): void;
  open(id: number): void;
  edit(id: number): void;
  /** Closes the form. */
  close(id: number | null): void;
  pause(heartbeat: Heartbeat): void;
  resume(heartbeat: Heartbeat): void;
  mute(heartbeat: Heartbeat): void;
  copyAddress(heartbeat: Heartbeat): void;
  askKey(heartbeat: Heartbeat): void;
  askDelete(heartbeat: Heartbeat): void;
}

const StartedTasks = lazyPart(() => import("../../../shared/triggers/started_tasks.tsx"));

const ActionsContext = createContext<HeartbeatActions | null>(null);

export function useHeartbeatActions(): HeartbeatActions {
  const actions = useContext(ActionsContext);
  if (!actions) throw new Error("useHeartbeatActions outside of HeartbeatActionsProvider");
  return actions;
}

/** Returns the whole address to which pings are sent. */
export function addressOf({ path }: Pick<Heartbeat, "path">): string {
  return `${location.origin}${basePath}${path}`;
}

/** Provides the actions on heartbeats to its children, and renders their questions. */
export function HeartbeatActionsProvider(
  { background, children }: { background: UrlState["background"]; children: ReactNode },
) {
  const { t } = useMessages();
  const [, navigate] = useLocation();
  const { ask, question } = useConfirm();
  const { pause, resume, mute, replaceKey, remove } = useHeartbeatChanges();
  const copy = useCopy();
  const toast = useToast();
  const mayWrite = useMay("heartbeats:write");
  const value = useMemo((): HeartbeatActions => {
    const list = () => writeListState(readListState(location.search));
    const isOne = background === "one";
    return {
      mayWrite,
      create: () => navigate(paths.heartbeatForm(undefined, list()), asDialog),
      open: (id) => navigate(paths.heartbeat(id)),
      edit: (id) =>
        navigate(paths.heartbeatForm(id, list()), isOne ? { state: { background: "one" } } : asDialog),
      close: (id) =>
        closeDialog(navigate, isOne && id !== null ? paths.heartbeat(id) : paths.heartbeats(list())),
      pause,
      resume,
      mute,
      async copyAddress(heartbeat) {
        if (await copy(addressOf(heartbeat))) toast.message("success", t("ui.copied"));
      },
      askKey: (heartbeat) =>
        ask({
          danger: true,
          title: t("heartbeats.newKeyTitle", { name: heartbeat.name }),
          text: t("heartbeats.newKeyText"),
          confirmLabel: t("heartbeats.newKeyConfirm"),
          onConfirm: () => replaceKey(heartbeat),
        }),
      askDelete: (heartbeat) =>
        ask({
          danger: true,
          title: t("heartbeats.deleteTitle", { name: heartbeat.name }),
          text: (
            <>
              <p>{t("heartbeats.deleteText")}</p>
              <Suspense>
                <StartedTasks type="heartbeat" id={heartbeat.id} name={heartbeat.name} />
              </Suspense>
            </>
          ),
          confirmLabel: t("ui.delete"),
          async onConfirm() {
            await remove(heartbeat);
            if (isOne) navigate(paths.heartbeats(), { replace: true });
          },
        }),
    };
  }, [background, mayWrite, navigate, ask, pause, resume, mute, replaceKey, remove, copy, toast, t]);
  return (
    <ActionsContext value={value}>
      {children}
      {question}
    </ActionsContext>
  );
}

/** Returns what can be done with a heartbeat. */
export function heartbeatEntries(
  heartbeat: Heartbeat,
  { actions, t }: { actions: HeartbeatActions; t: Translate },
): MenuEntry[] {
  const isPaused = heartbeat.state === "paused";
  const copy = {
    label: t("heartbeats.copyAddress"),
    icon: <Copy />,
    onSelect: () => actions.copyAddress(heartbeat),
    shortcut: "C",
  };
  if (!actions.mayWrite) return [copy];
  return [
    copy,
    { label: t("ui.edit"), icon: <Pencil />, onSelect: () => actions.edit(heartbeat.id), shortcut: "E" },
    isPaused
      ? { label: t("heartbeats.resume"), icon: <CirclePlay />, onSelect: () => actions.resume(heartbeat) }
      : { label: t("heartbeats.pause"), icon: <CirclePause />, onSelect: () => actions.pause(heartbeat) },
    heartbeat.muted
      ? { label: t("heartbeats.unmute"), icon: <Bell />, onSelect: () => actions.mute(heartbeat) }
      : { label: t("heartbeats.mute"), icon: <BellOff />, onSelect: () => actions.mute(heartbeat) },
    { label: t("heartbeats.newKey"), icon: <KeyRound />, onSelect: () => actions.askKey(heartbeat) },
    "separator",
    {
      label: t("ui.delete"),
      icon: <Trash2 />,
      danger: true,
      onSelect: () => actions.askDelete(heartbeat),
      shortcut: "Del",
    },
  ];
}
