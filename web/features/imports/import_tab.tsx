import { useSearch } from "wouter";
import { id, queryState } from "../../shared/page/query_state.ts";
import { ImportForm } from "./import_form.tsx";
import { ImportView } from "./import_view.tsx";

const query = queryState({ id: id() });

/** Renders the import from another program: the choice of a file, or the import that the address names. */
export default function ImportTab() {
  const { id } = query.read(useSearch());
  return id !== null ? <ImportView key={id} id={id} /> : <ImportForm />;
}
