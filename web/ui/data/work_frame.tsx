import type { ComponentProps } from "react";
import { classNames } from "../class_names.ts";

/**
 * Renders the frame of a workspace page: fills the height below the header and scrolls only inside its parts;
 * edge to edge on a phone.
 */
export function WorkFrame({ className, ...rest }: ComponentProps<"div">) {
  return (
    <div className="relative -m-4 min-h-96 flex-1 md:m-0">
      <div
        {...rest}
        className={classNames(
          "absolute inset-0 flex overflow-hidden bg-surface md:rounded-lg md:border md:border-line",
          className,
        )}
      />
    </div>
  );
}
