import { createContext, type ReactNode, useContext } from "react";
import type { Api } from "./request.ts";

const ApiContext = createContext<Api | null>(null);

export function ApiProvider({ api, children }: { api: Api; children: ReactNode }) {
  return <ApiContext value={api}>{children}</ApiContext>;
}

/** Returns the typed requests of the page: `const api = useApi(); await api.get<Task>("/tasks/1")`. */
export function useApi(): Api {
  const api = useContext(ApiContext);
  if (!api) throw new Error("useApi outside of ApiProvider");
  return api;
}
