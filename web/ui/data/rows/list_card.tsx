import { Ellipsis } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { useMessages } from "../../../messages/use_messages.tsx";
import { Checkbox } from "../../inputs/checkbox.tsx";
import { classNames } from "../../class_names.ts";
import { IconButton } from "../../inputs/icon_button.tsx";
import { Menu } from "../../overlays/menu.tsx";
import type { MenuEntry } from "../../overlays/menu_entries.ts";
import { Skeleton } from "../../feedback/skeleton.tsx";
import { useDelayed } from "../../feedback/use_delayed.ts";

/** One of a list where there is no room for a table: on a phone. */
export function ListCard(
  { name, selected, lifted = false, children }: {
    name: string;
    selected: boolean;
    /** Whether it is being dragged. */
    lifted?: boolean;
    children: ReactNode;
  },
) {
  return (
    <article
      aria-label={name}
      className={classNames(
        "rounded-md border p-3 ps-2",
        selected || lifted ? "border-accent bg-selected" : "border-line bg-surface",
        lifted && "shadow-float",
      )}
    >
      {children}
    </article>
  );
}

/** Chooses a card: with room for a finger. */
export function CardBox(
  { name, checked, onToggle }: { name: string; checked: boolean; onToggle: () => void },
) {
  const { t } = useMessages();
  return (
    <Checkbox
      label={t("ui.selectRow", { name })}
      hideLabel
      className="-my-2 -ms-0.5 size-9 justify-center"
      checked={checked}
      onChange={onToggle}
    />
  );
}

/** One thing that can be done to a card; `name` says to which. */
export function CardAction(
  { act: action, name, ...button }:
    & { act: string; name: string }
    & Pick<
      ComponentProps<typeof IconButton>,
      "icon" | "onClick"
    >,
) {
  return <IconButton tooltip={false} label={`${action}: ${name}`} {...button} />;
}

/** Everything that can be done to a card. */
export function CardMenu({ name, entries }: { name: string; entries: () => readonly MenuEntry[] }) {
  const { t } = useMessages();
  return (
    <Menu entries={entries}>
      <IconButton tooltip={false} label={`${t("ui.more")}: ${name}`} icon={<Ellipsis size={18} />} />
    </Menu>
  );
}

/** Stands for cards while they load, after 150 ms. */
export function CardSkeletons({ count, height }: { count: number; height: string }) {
  if (!useDelayed(true)) return null;
  return (
    <ul className="flex flex-col gap-2">
      {Array.from({ length: count }, (_, index) => (
        <li key={index}>
          <CardSkeleton height={height} />
        </li>
      ))}
    </ul>
  );
}

/** Stands for one card while it loads; `height` is a class. */
export function CardSkeleton({ height }: { height: string }) {
  return (
    <div className={classNames("flex flex-col gap-3 rounded-md border border-line bg-surface p-4", height)}>
      <Skeleton className="h-4 w-2/3" />
      <Skeleton className="h-3 w-4/5" />
      <Skeleton className="h-3 w-1/2" />
    </div>
  );
}
