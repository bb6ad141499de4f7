import { Suspense } from "react";
import { FocusBack } from "../../ui/overlays/focus_back.tsx";
import { DependencyList } from "./list/dependency_list.tsx";
import { type UrlStateHandle, useUrlState } from "./url_state.ts";
import { lazyPart } from "../../ui/feedback/lazy.tsx";

const close = ({ handle }: { handle: UrlStateHandle }) => handle.close();
const DependencyForm = lazyPart(() => import("./form/dependency_form.tsx"), { close });
const DependencyEdit = lazyPart(() => import("./form/dependency_edit.tsx"), { close });
const DependencyLog = lazyPart(() => import("./log/dependency_log.tsx"), { close });

/** Renders the packages that scripts need, by type, and the dialog that the URL names. */
export default function DependenciesPage() {
  const handle = useUrlState();
  const { dialog, id } = handle.urlState;
  return (
    <>
      <DependencyList handle={handle} />
      {dialog && (
        <FocusBack>
          <Suspense>
            {dialog === "form"
              ? id === null ? <DependencyForm handle={handle} /> : <DependencyEdit key={id} handle={handle} />
              : <DependencyLog key={id} handle={handle} />}
          </Suspense>
        </FocusBack>
      )}
    </>
  );
}
