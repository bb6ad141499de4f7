import { createContext } from "react";

/** Why runs failed, by their IDs, where a list shows it. */
export const FailureReasonsContext = createContext<ReadonlyMap<number, string>>(new Map());
