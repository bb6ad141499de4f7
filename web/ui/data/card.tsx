import { type ReactNode, type Ref, type RefObject, useEffect, useRef } from "react";
import { classNames } from "../class_names.ts";

/** Renders a bordered surface with its title and actions on one line. */
export function Card(
  { id, ref, title, help, actions, footer, flush = false, className, children }: {
    /** The URL fragment that links to it; it also makes the card focusable. */
    id?: string;
    ref?: Ref<HTMLElement>;
    title?: ReactNode;
    help?: ReactNode;
    actions?: ReactNode;
    footer?: ReactNode;
    /** Removes the inner padding, for tables. */
    flush?: boolean;
    className?: string;
    children: ReactNode;
  },
) {
  return (
    <section
      id={id}
      ref={ref}
      tabIndex={id === undefined ? undefined : -1}
      className={classNames("min-w-0 scroll-mt-4 rounded-md border border-line bg-surface", className)}
    >
      {(title || actions) && (
        <header className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2">
          <div className="min-w-0 flex-1 basis-56">
            <h2 className="text-base font-semibold">{title}</h2>
            {help && <p className="text-sm text-muted">{help}</p>}
          </div>
          {actions}
        </header>
      )}
      <div className={flush ? "" : "p-4"}>{children}</div>
      {footer && <footer className="border-t border-line px-4 py-2.5">{footer}</footer>}
    </section>
  );
}

/** Scrolls an element into view and focuses it when the URL fragment is its id: on first render, and on every link to it. */
export function useFragmentTarget<E extends HTMLElement>(): RefObject<E | null> {
  const target = useRef<E>(null);
  useEffect(() => {
    const reveal = () => {
      const { current } = target;
      if (!current || location.hash !== `#${current.id}`) return;
      current.scrollIntoView({ block: "start" });
      current.focus({ preventScroll: true });
    };
    reveal();
    // The router dispatches pushState after it changes the URL; the browser dispatches hashchange.
    addEventListener("pushState", reveal);
    addEventListener("hashchange", reveal);
    return () => {
      removeEventListener("pushState", reveal);
      removeEventListener("hashchange", reveal);
    };
  }, []);
  return target;
}
