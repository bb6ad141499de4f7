import type { ReactNode } from "react";
import { Button } from "../../ui/inputs/button.tsx";
import { IconButton } from "../../ui/inputs/icon_button.tsx";
import { useNarrow } from "../../ui/use_narrow.ts";

/** Renders a button with a label, or only its icon on a phone. */
export function ActionButton(
  { label, icon, loading, onClick }: {
    label: string;
    icon: ReactNode;
    loading: boolean;
    onClick: () => void;
  },
) {
  const narrow = useNarrow();
  if (narrow) {
    const style = "border border-line-strong bg-surface";
    return <IconButton tooltip={false} {...{ label, icon, loading, onClick }} className={style} />;
  }
  return <Button {...{ icon, loading, onClick }}>{label}</Button>;
}
