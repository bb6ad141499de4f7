import { createContext, type ReactNode, Suspense, useCallback, useContext, useMemo, useState } from "react";
import { useLocation } from "wouter";
import type { Variable } from "../../../../server/contract/variables.ts";
import { paths } from "../../../paths.ts";
import { useToast } from "../../../ui/feedback/use_toast.tsx";
import { readListState, writeListState } from "../url_state.ts";
import { useSendAction, type VariableChange } from "./use_send_action.ts";
import { lazyDialog } from "../../../ui/feedback/lazy.tsx";

const DeleteDialog = lazyDialog(() => import("./delete_dialog.tsx"));
const LabelsDialog = lazyDialog(() => import("./labels_dialog.tsx"));
const ExportDialog = lazyDialog(() => import("./export_dialog.tsx"));

/** What can be done to variables from any place that shows them; the functions stay the same while the page is shown. */
export interface VariableActions {
  create(): void;
  edit(id: number): void;
  rename(variables: readonly Variable[]): void;
  importAll(): void;
  /** Closes the dialog that the address names. */
  close(): void;
  /** Does one thing to variables and tells how it went; resolves in any case. */
  act(change: VariableChange, variables: readonly Variable[]): Promise<void>;
  askDelete(variables: readonly Variable[]): void;
  askLabels(variables: readonly Variable[]): void;
  /** Asks in which form; null for all variables. */
  askExport(variables: readonly Variable[] | null): void;
}

const ActionsContext = createContext<VariableActions | null>(null);

/** Gives what can be done to variables. */
export function useVariableActions(): VariableActions {
  const actions = useContext(ActionsContext);
  if (!actions) throw new Error("useVariableActions outside of VariableActionsProvider");
  return actions;
}

/** Lets everything below act on variables, and asks where there is something to ask. */
export function VariableActionsProvider({ children }: { children: ReactNode }) {
  const [doomed, askDelete] = useState<readonly Variable[] | null>(null);
  const [labelled, askLabels] = useState<readonly Variable[] | null>(null);
  const [exported, setExported] = useState<{ variables: readonly Variable[] | null } | null>(null);
  const links = useLinks();
  const action = useAction();
  const value = useMemo(() => ({
    ...links,
    ...{ act: action, askDelete, askLabels },
    askExport: (variables: readonly Variable[] | null) => setExported({ variables }),
  }), [links, action]);
  return (
    <ActionsContext value={value}>
      {children}
      <Suspense>
        {doomed && <DeleteDialog variables={doomed} onClose={() => askDelete(null)} />}
        {labelled && <LabelsDialog variables={labelled} onClose={() => askLabels(null)} />}
        {exported && <ExportDialog {...exported} onClose={() => setExported(null)} />}
      </Suspense>
    </ActionsContext>
  );
}

/** With this state, the entry before in the browser's history is the list beneath. */
const opened = { variables: true };

function useLinks() {
  const [, navigate] = useLocation();
  return useMemo(() => {
    const list = () => writeListState(readListState(location.search));
    const open = (address: string) => navigate(address, { state: opened });
    return {
      create: () => open(paths.variableForm(undefined, list())),
      edit: (id: number) => open(paths.variableForm(id, list())),
      rename: (variables: readonly Variable[]) =>
        open(paths.renameVariables(variables.map(({ id }) => id), list())),
      importAll: () => open(paths.importVariables(list())),
      close: () => {
        if (history.state?.variables) return history.back();
        navigate(paths.variables(list()), { replace: true });
      },
    };
  }, [navigate]);
}

function useAction(): VariableActions["act"] {
  const send = useSendAction();
  const { problem } = useToast();
  return useCallback((change, variables) => send(change, variables).catch(problem), [send, problem]);
}
