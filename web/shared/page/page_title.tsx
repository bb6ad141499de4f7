import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from "react";

interface TitleOverride {
  title: string;
  /** The page shows it itself, so the header keeps the route's. */
  tabOnly: boolean;
}

interface TitleState {
  own: TitleOverride | null;
  setOverride: (own: TitleOverride | null) => void;
}

const TitleContext = createContext<TitleState>({ own: null, setOverride: () => {} });

/** Lets a page say its own title; stands around one page, so that a new page starts with none. */
export function PageTitleProvider({ children }: { children: ReactNode }) {
  const [own, setOverride] = useState<TitleOverride | null>(null);
  const value = useMemo(() => ({ own, setOverride }), [own]);
  return <TitleContext value={value}>{children}</TitleContext>;
}

/** Shows `title` in the header and the browser's tab, or with `tabOnly` in the tab, in place of the route's own; null leaves that. */
export function usePageTitle(title: string | null, { tabOnly = false }: { tabOnly?: boolean } = {}): void {
  const { setOverride } = useContext(TitleContext);
  useEffect(() => {
    setOverride(title === null ? null : { title, tabOnly });
    return () => setOverride(null);
  }, [title, tabOnly, setOverride]);
}

/** Gives the title to show and writes that of the page on the browser's tab: `Tasks · Home server`. */
export function useCurrentTitle(routeTitle: string, panelTitle: string): string {
  const { own } = useContext(TitleContext);
  const inTab = own?.title ?? routeTitle;
  useEffect(() => {
    document.title = inTab === panelTitle ? panelTitle : `${inTab} · ${panelTitle}`;
  }, [inTab, panelTitle]);
  return own && !own.tabOnly ? own.title : routeTitle;
}
