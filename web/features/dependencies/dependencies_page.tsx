import { Suspense } from "react";
import { laterPart } from "../../shell/later_part.tsx";
import { FocusBack } from "../../ui/focus_back.tsx";
import { DependencyList } from "./list/dependency_list.tsx";
import { usePlace } from "./place.ts";

const DependencyForm = laterPart(() => import("./form/dependency_form.tsx"));
const DependencyLog = laterPart(() => import("./log/dependency_log.tsx"));

/** The packages that scripts need, by type, and the dialog over them that the address names. */
export default function DependenciesPage() {
  const handle = usePlace();
  const { dialog, id } = handle.place;
  return (
    <>
      <DependencyList handle={handle} />
      {dialog && (
        <FocusBack>
          <Suspense>
            {dialog === "form"
              ? <DependencyForm handle={handle} />
              : <DependencyLog key={id} handle={handle} />}
          </Suspense>
        </FocusBack>
      )}
    </>
  );
}
