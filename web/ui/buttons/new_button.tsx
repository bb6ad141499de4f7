import { Plus } from "../icons/icons.ts";
import { Button } from "./button.tsx";
import { useNarrow } from "../use_narrow.ts";

/**
 * Renders the button that opens the form for a new list item. Only an icon on a phone, where its label would take the
 * space of the search field.
 */
export function NewButton(
  { label, onClick, className = "" }: { label: string; onClick: () => void; className?: string },
) {
  const icon = <Plus />;
  if (!useNarrow()) {
    return <Button variant="primary" icon={icon} onClick={onClick} className={className}>{label}</Button>;
  }
  return (
    <Button
      variant="primary"
      icon={icon}
      aria-label={label}
      onClick={onClick}
      className="px-2! touch:w-11"
    />
  );
}
