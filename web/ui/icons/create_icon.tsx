import type { ReactNode, SVGProps } from "react";

export interface IconProps extends Omit<SVGProps<SVGSVGElement>, "children"> {
  /** Width and height in pixels; 16 by default. */
  size?: number;
}

/** Creates an icon from a path in a square of 24 units. It is hidden from screen readers unless it has a label. */
export function createIcon(path: string): (props: IconProps) => ReactNode {
  return function Icon({ size = 16, ...props }) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden={props["aria-label"] === undefined ? true : undefined}
        {...props}
      >
        <path d={path} />
      </svg>
    );
  };
}
