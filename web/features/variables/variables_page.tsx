import { useLocation, useSearch } from "wouter";
import { FocusBack } from "../../ui/overlays/focus_back.tsx";
import { useVariableActions, VariableActionsProvider } from "./actions/use_variable_actions.tsx";
import { VariableList } from "./list/variable_list.tsx";
import { readUrlState, type UrlState } from "./url_state.ts";
import { lazyDialog } from "../../ui/feedback/lazy.tsx";

const VariableDialog = lazyDialog(() => import("./form/variable_form.tsx"));
const RenameDialog = lazyDialog(() => import("./actions/rename_dialog.tsx"));
const ImportDialog = lazyDialog(() => import("./import/import_dialog.tsx"));

/** Renders the variables and the dialog that the URL names. */
export default function VariablesPage() {
  const [address] = useLocation();
  const urlState = readUrlState(address, useSearch());
  return (
    <VariableActionsProvider>
      <VariableList />
      {urlState.dialog && (
        <FocusBack>
          <RoutedDialog urlState={urlState} />
        </FocusBack>
      )}
    </VariableActionsProvider>
  );
}

function RoutedDialog({ urlState: { dialog, id, ids } }: { urlState: UrlState }) {
  const { close } = useVariableActions();
  if (dialog === "form") return <VariableDialog key={id} id={id} onClose={close} />;
  if (dialog === "rename") return <RenameDialog key={ids.join()} ids={ids} onClose={close} />;
  return <ImportDialog onClose={close} />;
}
