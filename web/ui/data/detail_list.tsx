import type { ReactNode } from "react";

/** Renders name and value pairs in two columns; null entries are skipped. */
export function DetailList({ details }: { details: readonly ([string, ReactNode] | null)[] }) {
  return (
    <dl className="grid grid-cols-[minmax(96px,max-content)_minmax(0,1fr)] gap-x-6 gap-y-2 text-sm">
      {details.filter((detail) => detail !== null).map(([name, value]) => (
        <div key={name} className="col-span-2 grid grid-cols-subgrid">
          <dt className="text-muted">{name}</dt>
          <dd className="m-0 min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
