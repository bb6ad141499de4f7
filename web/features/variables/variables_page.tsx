import { Suspense } from "react";
import { useLocation, useSearch } from "wouter";
import { FocusBack } from "../../ui/focus_back.tsx";
import { useVariableActs, VariableActsProvider } from "./acts/variable_acts.tsx";
import { VariableList } from "./list/variable_list.tsx";
import { type Place, readPlace } from "./place.ts";
import { lazyDialog } from "../../ui/lazy.tsx";

const VariableDialog = lazyDialog(() => import("./form/variable_dialog.tsx"));
const RenameDialog = lazyDialog(() => import("./acts/rename_dialog.tsx"));
const ImportDialog = lazyDialog(() => import("./import/import_dialog.tsx"));

/** The variables, and the dialog over them that the address names. */
export default function VariablesPage() {
  const [address] = useLocation();
  const place = readPlace(address, useSearch());
  return (
    <VariableActsProvider>
      <VariableList />
      {place.dialog && (
        <FocusBack>
          <Suspense>
            <PlaceDialog place={place} />
          </Suspense>
        </FocusBack>
      )}
    </VariableActsProvider>
  );
}

function PlaceDialog({ place: { dialog, id, ids } }: { place: Place }) {
  const { close } = useVariableActs();
  if (dialog === "form") return <VariableDialog key={id} id={id} onClose={close} />;
  if (dialog === "rename") return <RenameDialog key={ids.join()} ids={ids} onClose={close} />;
  return <ImportDialog onClose={close} />;
}
