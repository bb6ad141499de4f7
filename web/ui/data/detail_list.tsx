import type { ReactNode } from "react";
import { classNames } from "../class_names.ts";

/** Renders pairs of a name and a value; null entries are skipped. */
export function DetailList(
  { details, wide = false }: {
    details: readonly ([string, ReactNode] | null)[];
    /** Two pairs beside each other where there is room. */
    wide?: boolean;
  },
) {
  return (
    <dl
      className={classNames(
        "grid grid-cols-[minmax(96px,max-content)_minmax(0,1fr)] gap-x-6 gap-y-2 text-sm",
        wide && "lg:grid-cols-[repeat(2,minmax(96px,max-content)_minmax(0,1fr))]",
      )}
    >
      {details.filter((detail) => detail !== null).map(([name, value]) => (
        <div key={name} className="col-span-2 grid grid-cols-subgrid">
          <dt className="text-muted">{name}</dt>
          <dd className="m-0 min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
