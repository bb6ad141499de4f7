import {
  cloneElement,
  type ComponentType,
  type ReactElement,
  type ReactNode,
  Suspense,
  useState,
} from "react";

/** What a panel that is loaded when it is first opened is given. */
export interface PanelProps {
  trigger: ReactElement;
  open: boolean;
  onOpen: (open: boolean) => void;
  /** Goes back to the bare button. */
  onGone: () => void;
}

/** What is left of a panel that could not be loaded: its button. */
export const withoutPanel = {
  beside: ({ trigger }: PanelProps) => trigger,
  close: ({ onGone }: PanelProps) => onGone(),
};

type Clickable = ReactElement<{ onClick?: () => void }>;

/** A button whose panel is loaded when it is first pressed. */
export function LazyPopover<P extends object>(
  { trigger, Panel, ...props }: { trigger: Clickable; Panel: ComponentType<PanelProps & P> } & P,
): ReactNode {
  const [open, setOpen] = useState<boolean | null>(null);
  const bare = cloneElement(trigger, { onClick: () => setOpen(true) });
  if (open === null) return bare;
  const panel = { ...props as unknown as P, trigger, open, onOpen: setOpen, onGone: () => setOpen(null) }; // all but the two are the panel's
  return (
    <Suspense fallback={bare}>
      <Panel {...panel} />
    </Suspense>
  );
}
