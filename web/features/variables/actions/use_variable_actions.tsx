import {
  ArrowDownToLine,
  ArrowUpToLine,
  Copy,
  Download,
  Pencil,
  Power,
  PowerOff,
  Tag,
  Trash2,
} from "../../../ui/icons/icons.ts";
import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import { useLocation } from "wouter";
import type { Variable } from "../../../../server/contract/variables.ts";
import type { Translate } from "../../../messages/create_messages.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { paths } from "../../../paths.ts";
import { asDialog, closeDialog } from "../../../shared/page/dialog_history.ts";
import { lazyDialog } from "../../../ui/feedback/lazy.tsx";
import { useCopy } from "../../../ui/inputs/copy_button.tsx";
import { useConfirm } from "../../../ui/overlays/confirm_dialog.tsx";
import type { MenuEntry } from "../../../ui/overlays/menu_entries.ts";
import { useMoveToTop, useVariableBatch, useVariableLabels } from "../api.ts";
import { readListState, writeListState } from "../url_state.ts";

const LabelsDialog = lazyDialog(() => import("../../../ui/data/labels_dialog.tsx"));
const ExportDialog = lazyDialog(() => import("./export_dialog.tsx"));

/** Actions on variables. The functions are stable. */
export interface VariableActions {
  create(): void;
  edit(id: number): void;
  rename(variables: readonly Variable[]): void;
  importAll(): void;
  copy(text: string): Promise<boolean>;
  /** Closes the dialog that the URL names. */
  close(): void;
  /** Changes variables and reports the result; never rejects. */
  perform(action: "enable" | "disable", variables: readonly Variable[]): Promise<void>;
  /** Moves variables to the top of the list; never rejects. */
  moveToTop(variables: readonly Variable[]): Promise<void>;
  askDelete(variables: readonly Variable[]): void;
  askLabels(variables: readonly Variable[]): void;
  /** Asks for the format and exports; null for all variables. */
  askExport(variables: readonly Variable[] | null): void;
}

const ActionsContext = createContext<VariableActions | null>(null);

export function useVariableActions(): VariableActions {
  const actions = useContext(ActionsContext);
  if (!actions) throw new Error("useVariableActions outside of VariableActionsProvider");
  return actions;
}

/** Provides the actions on variables to its children, and renders their dialogs. */
export function VariableActionsProvider({ children }: { children: ReactNode }) {
  const { t } = useMessages();
  const { ask, question } = useConfirm();
  const [labelled, askLabels] = useState<readonly Variable[] | null>(null);
  const [exported, setExported] = useState<{ variables: readonly Variable[] | null } | null>(null);
  const links = useLinks();
  const { send, perform } = useVariableBatch();
  const moveToTop = useMoveToTop();
  const copy = useCopy();
  const value = useMemo(() => ({
    ...links,
    copy,
    perform,
    moveToTop,
    askDelete(variables: readonly Variable[]) {
      const values = { count: variables.length, name: variables[0]?.name ?? "" };
      const isSecret = variables.some(({ secret }) => secret);
      ask({
        danger: true,
        title: t("variables.deleteTitle", values),
        text: t(isSecret ? "variables.deleteSecretText" : "variables.deleteText", values),
        confirmLabel: t("ui.delete"),
        onConfirm: () => send("delete", variables),
      });
    },
    askLabels,
    askExport: (variables: readonly Variable[] | null) => setExported({ variables }),
  }), [links, copy, perform, moveToTop, ask, send, t]);
  return (
    <ActionsContext value={value}>
      {children}
      {question}
      {labelled && <Labels variables={labelled} onClose={() => askLabels(null)} />}
      {exported && <ExportDialog {...exported} onClose={() => setExported(null)} />}
    </ActionsContext>
  );
}

function useLinks() {
  const [, navigate] = useLocation();
  return useMemo(() => {
    const list = () => writeListState(readListState(location.search));
    const open = (address: string) => navigate(address, asDialog);
    return {
      create: () => open(paths.variableForm(undefined, list())),
      edit: (id: number) => open(paths.variableForm(id, list())),
      rename: (variables: readonly Variable[]) =>
        open(paths.renameVariables(variables.map(({ id }) => id), list())),
      importAll: () => open(paths.importVariables(list())),
      close: () => closeDialog(navigate, paths.variables(list())),
    };
  }, [navigate]);
}

function Labels({ variables, onClose }: { variables: readonly Variable[]; onClose: () => void }) {
  const { t, format } = useMessages();
  const { send } = useVariableBatch();
  const labels = useVariableLabels();
  return (
    <LabelsDialog
      title={t("variables.labelsTitle", { count: variables.length, name: variables[0]?.name ?? "" })}
      labelled={variables}
      known={labels.map(({ label, variables }) => ({ value: label, hint: format.number(variables) }))}
      onSave={(change) => send("labels", variables, change)}
      onClose={onClose}
    />
  );
}

interface EntryParts {
  actions: VariableActions;
  t: Translate;
  /** Moves it to an end of the list; undefined while the list is filtered or sorted differently. */
  onMove: ((variable: Variable, to: "start" | "end") => void) | undefined;
}

export function variableEntries(variable: Variable, { actions, t, onMove }: EntryParts): MenuEntry[] {
  const { copy, perform, edit, askDelete, askLabels, askExport } = actions;
  const { id, name, enabled } = variable;
  return [
    { label: t("ui.edit"), icon: <Pencil />, onSelect: () => edit(id), shortcut: "E" },
    { label: t("variables.copyName"), icon: <Copy />, onSelect: () => void copy(name) },
    {
      label: enabled ? t("tasks.disable") : t("tasks.enable"),
      icon: enabled ? <PowerOff /> : <Power />,
      onSelect: () => void perform(enabled ? "disable" : "enable", [variable]),
    },
    { label: t("tasks.editLabels"), icon: <Tag />, onSelect: () => askLabels([variable]) },
    { label: t("variables.export"), icon: <Download />, onSelect: () => askExport([variable]) },
    ...(onMove
      ? [
        "separator" as const,
        { label: t("variables.toStart"), icon: <ArrowUpToLine />, onSelect: () => onMove(variable, "start") },
        { label: t("variables.toEnd"), icon: <ArrowDownToLine />, onSelect: () => onMove(variable, "end") },
      ]
      : []),
    "separator",
    {
      label: t("ui.delete"),
      icon: <Trash2 />,
      danger: true,
      onSelect: () => askDelete([variable]),
      shortcut: "Del",
    },
  ];
}
