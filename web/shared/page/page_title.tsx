import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from "react";

interface TitleOverride {
  title: string;
  /** The page shows this title itself, so the header keeps the route's. */
  tabOnly: boolean;
}

interface TitleState {
  own: TitleOverride | null;
  setOverride: (own: TitleOverride | null) => void;
}

const TitleContext = createContext<TitleState>({ own: null, setOverride: () => {} });

/** Lets a page set its own title; wrap it around a single page, so that a new page starts without one. */
export function PageTitleProvider({ children }: { children: ReactNode }) {
  const [own, setOverride] = useState<TitleOverride | null>(null);
  const value = useMemo(() => ({ own, setOverride }), [own]);
  return <TitleContext value={value}>{children}</TitleContext>;
}

/**
 * Shows `title` instead of the route's title in the header and the browser tab, or with `tabOnly` only in the tab; null
 * keeps the route's.
 */
export function usePageTitle(title: string | null, { tabOnly = false }: { tabOnly?: boolean } = {}): void {
  const { setOverride } = useContext(TitleContext);
  useEffect(() => {
    setOverride(title === null ? null : { title, tabOnly });
    return () => setOverride(null);
  }, [title, tabOnly, setOverride]);
}

/** Returns the title for the header and sets that of the browser tab: `Tasks · Home server`. */
export function useCurrentTitle(routeTitle: string, panelTitle: string): string {
  const { own } = useContext(TitleContext);
  const inTab = own?.title ?? routeTitle;
  useEffect(() => {
    document.title = inTab === panelTitle ? panelTitle : `${inTab} · ${panelTitle}`;
  }, [inTab, panelTitle]);
  return own && !own.tabOnly ? own.title : routeTitle;
}
