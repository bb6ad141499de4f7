import type { ReactNode } from "react";
import { classNames } from "../class_names.ts";

/** A name and its value; a `long` value is below its name where the window is narrow. */
export type Detail = [name: string, value: ReactNode, layout?: "long"];

/** Renders pairs of a name and a value; null entries are skipped. */
export function DetailList(
  { details, wide = false }: {
    details: readonly (Detail | null)[];
    /** Two pairs beside each other where there is room. */
    wide?: boolean;
  },
) {
  return (
    <dl
      className={classNames(
        "grid grid-cols-[minmax(96px,max-content)_minmax(0,1fr)] gap-x-6 gap-y-2 text-sm",
        wide && "xl:grid-cols-[repeat(2,minmax(96px,max-content)_minmax(0,1fr))]",
      )}
    >
      {details.filter((detail) => detail !== null).map(([name, value, layout]) => (
        <div
          key={name}
          className={classNames(
            "col-span-2 grid grid-cols-subgrid",
            layout && "max-sm:grid-cols-1 max-sm:gap-y-1",
          )}
        >
          <dt className="text-muted">{name}</dt>
          <dd className="m-0 min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
