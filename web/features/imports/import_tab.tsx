import { useSearch } from "wouter";
import { ImportForm } from "./import_form.tsx";
import { ImportView } from "./import_view.tsx";

/** Renders the import from another program: the choice of a file, or the import that the address names. */
export default function ImportTab() {
  const id = Number(new URLSearchParams(useSearch()).get("id"));
  return Number.isSafeInteger(id) && id > 0 ? <ImportView key={id} id={id} /> : <ImportForm />;
}
