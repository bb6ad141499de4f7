import type { ComponentProps } from "react";
import { classNames } from "../class_names.ts";

/** The frame of a page that one works in: it fills what the header leaves and scrolls in its parts only; on a phone to the edges. */
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
