import VariableDialog from "./form/variable_form.tsx";

/** Creates a variable of a given name over another form. */
export default function NewVariableDialog({ name, onClose }: { name: string; onClose: () => void }) {
  return <VariableDialog id={null} name={name} onClose={onClose} />;
}
