import {
  cloneElement,
  type ComponentType,
  type ReactElement,
  type ReactNode,
  Suspense,
  useState,
} from "react";

/** Props of a panel that loads when it is first opened. */
export interface PanelProps {
  trigger: ReactElement;
  open: boolean;
  onOpen: (open: boolean) => void;
  /** Goes back to the plain button. */
  onGone: () => void;
}

/** The fallback for a panel that could not be loaded: its button. */
export const withoutPanel = {
  beside: ({ trigger }: PanelProps) => trigger,
  close: ({ onGone }: PanelProps) => onGone(),
};

type Clickable = ReactElement<{ onClick?: () => void }>;

/** Renders a button whose panel loads when it is first pressed. */
export function LazyPopover<P extends object>(
  { trigger, Panel, ...props }: { trigger: Clickable; Panel: ComponentType<PanelProps & P> } & P,
): ReactNode {
  const [open, setOpen] = useState<boolean | null>(null);
  const bare = cloneElement(trigger, { onClick: () => setOpen(true) });
  if (open === null) return bare;
  const panel = { ...props as unknown as P, trigger, open, onOpen: setOpen, onGone: () => setOpen(null) }; // every other prop belongs to the panel
  return (
    <Suspense fallback={bare}>
      <Panel {...panel} />
    </Suspense>
  );
}
