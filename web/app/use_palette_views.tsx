import { useQuery } from "@tanstack/react-query";
import { ListFilter } from "lucide-react";
import { useLocation } from "wouter";
import type { List } from "../../server/contract/shapes.ts";
import type { View } from "../../server/contract/views.ts";
import { queryKeys } from "../api/query_keys.ts";
import { useApi } from "../api/use_api.tsx";
import { paths } from "../paths.ts";
import type { PaletteAction } from "./use_palette_actions.tsx";

/** Gives a line for each view of the task list, the hidden ones too. */
export function usePaletteViews(): PaletteAction[] {
  const api = useApi();
  const [, navigate] = useLocation();
  const { data } = useQuery({
    queryKey: queryKeys.views(),
    queryFn: ({ signal }) => api.get<List<View>>("/views", { signal }),
  });
  return (data?.items ?? []).map((view) => ({
    id: `view ${view.id}`,
    label: view.name,
    icon: <ListFilter size={16} />,
    keywords: ["view"],
    run: () => navigate(paths.tasks({ view: view.id })),
  }));
}
