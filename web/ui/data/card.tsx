import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { classNames } from "../class_names.ts";

/** Renders a bordered surface with its title and actions on one line. */
export function Card(
  { id, title, help, actions, footer, flush = false, className, children }: {
    /** The URL fragment that links to it; it also makes the card focusable. */
    id?: string;
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
  const target = useFragmentTarget<HTMLElement>();
  // Square corners of a table would cover the round border.
  const clipped = classNames(
    "overflow-clip",
    !title && !actions && "rounded-t-[inherit]",
    !footer && "rounded-b-[inherit]",
  );
  return (
    <section
      id={id}
      ref={target}
      tabIndex={id === undefined ? undefined : -1}
      className={classNames(
        "min-w-0 scroll-mt-4 rounded-md md:scroll-mt-6 border border-line bg-surface data-revealed:ring-2 data-revealed:ring-accent",
        className,
      )}
    >
      {(title || actions) && (
        <header className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2">
          <div className={classNames("min-w-0 flex-1", help ? "basis-56" : "basis-auto")}>
            <h2 className="text-base font-semibold">{title}</h2>
            {help && <p className="text-sm text-muted">{help}</p>}
          </div>
          {actions}
        </header>
      )}
      <div className={flush ? clipped : "p-4"}>{children}</div>
      {footer && <footer className="border-t border-line px-4 py-2.5">{footer}</footer>}
    </section>
  );
}

/** How long a revealed element stays highlighted. */
const highlightMs = 2_500;

/**
 * Scrolls an element into view, focuses it and highlights it when the URL fragment is its id: on first render, and on
 * every link to it. `data-revealed` is set while it is highlighted.
 */
export function useFragmentTarget<E extends HTMLElement>(): RefObject<E | null> {
  const target = useRef<E>(null);
  useEffect(() => {
    let end: (() => void) | undefined;
    const onAddress = () => {
      const { current } = target;
      if (!current || current.id === "" || location.hash !== `#${current.id}`) return;
      end?.();
      end = reveal(current);
    };
    onAddress();
    // The router dispatches pushState and replaceState after it changes the URL; the browser dispatches hashchange.
    const events = ["pushState", "replaceState", "hashchange"];
    for (const type of events) addEventListener(type, onAddress);
    return () => {
      for (const type of events) removeEventListener(type, onAddress);
      end?.();
    };
  }, []);
  return target;
}

/** Input with which users scroll or continue elsewhere. */
const userInput = ["wheel", "pointerdown", "keydown"];

/** Shows an element; while it is highlighted, it stays in view if what is above it loads. Returns a function that ends this. */
function reveal(element: HTMLElement): () => void {
  const scroll = () => element.scrollIntoView({ block: "start" });
  const resized = new ResizeObserver(scroll);
  const release = () => {
    resized.disconnect();
    for (const type of userInput) removeEventListener(type, release);
  };
  scroll();
  element.focus({ preventScroll: true });
  element.dataset.revealed = "";
  if (element.parentElement) resized.observe(element.parentElement);
  for (const type of userInput) addEventListener(type, release);
  const end = () => {
    clearTimeout(timer);
    release();
    delete element.dataset.revealed;
  };
  const timer = setTimeout(end, highlightMs);
  return end;
}
