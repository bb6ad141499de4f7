import type { ReactNode } from "react";
import { classNames } from "../../web/ui/class_names.ts";

/** A state that `tests/e2e/gallery_test.ts` forces on the first control inside; a person uses the pointer or Tab. */
export type ForcedState = "hover" | "focus-visible" | "active";

/** Renders one state of a building block below its name. */
export function Example(
  { name, force, chinese = false, wide = false, children }: {
    name: string;
    force?: ForcedState;
    /** Whether it shows Chinese in every language. Its font is that of the machine, so screenshots leave it out. */
    chinese?: boolean;
    /** Takes the whole width. */
    wide?: boolean;
    children: ReactNode;
  },
) {
  return (
    <div
      data-force={force}
      data-chinese={chinese || undefined}
      className={classNames("flex min-w-0 flex-col items-start gap-1.5", wide && "col-span-full")}
    >
      <span className="text-xs text-faint">{name}</span>
      <div className="w-full min-w-0">{children}</div>
    </div>
  );
}

/** Arranges examples in columns of at least 240 px, or of 150 px when `narrow`. */
export function Examples({ narrow = false, children }: { narrow?: boolean; children: ReactNode }) {
  return (
    <div
      className={classNames(
        "grid items-start gap-x-6 gap-y-4",
        narrow
          ? "grid-cols-[repeat(auto-fill,minmax(150px,1fr))]"
          : "grid-cols-[repeat(auto-fill,minmax(min(240px,100%),1fr))]",
      )}
    >
      {children}
    </div>
  );
}
