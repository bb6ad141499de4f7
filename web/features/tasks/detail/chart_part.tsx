import type { ReactNode } from "react";
import { IconButton } from "../../../ui/buttons/icon_button.tsx";
import { ChartColumn, Table2 } from "../../../ui/icons/icons.ts";

/** Renders a chart of a card with its title. */
export function ChartPart(
  { title, help, action, children }: {
    title: string;
    help: ReactNode;
    action?: ReactNode;
    children: ReactNode;
  },
) {
  return (
    <section className="min-w-0">
      <div className="mb-4 flex min-h-8 items-start gap-2">
        <div className="min-w-0 flex-1">
          <h3 className="text-sm font-semibold">{title}</h3>
          <p className="min-h-4 text-xs text-muted">{help}</p>
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}

/** Renders the button that switches between a chart and its data. */
export function TableToggle(
  { label, asTable, setAsTable }: {
    label: string;
    asTable: boolean;
    setAsTable: (asTable: boolean) => void;
  },
) {
  return (
    <IconButton
      size="small"
      label={label}
      icon={asTable ? <ChartColumn size={16} /> : <Table2 size={16} />}
      aria-pressed={asTable}
      onClick={() => setAsTable(!asTable)}
    />
  );
}
