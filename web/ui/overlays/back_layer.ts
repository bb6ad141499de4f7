import { createContext } from "react";

/** Registers what Back does instead of leaving the page; returns a function that removes it. */
export type AddBackLayer = (close: () => void) => () => void;

/** Null where Back leaves the page of an open dialog, because the dialog has a URL of its own. */
export const BackLayerContext = createContext<AddBackLayer | null>(null);
