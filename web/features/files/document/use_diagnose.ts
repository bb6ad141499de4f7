import { useCallback } from "react";
import { type FileLocation, fileRequests } from "../../../api/file_requests.ts";
import { useApi } from "../../../api/use_api.tsx";
import type { Diagnose } from "../../../ui/editor/check_syntax.ts";
import { findLanguage } from "../../../ui/editor/languages.ts";
import { MAX_CHECKED_TEXT } from "./max_text.ts";

const ofPanel = new Set(["shell", "python"]);

/** Gives the way to have the panel look for faults, which it does in languages whose own parser it can ask. */
export function useDiagnose({ area, path }: FileLocation): Diagnose {
  const api = useApi();
  return useCallback((text: string) => {
    if (text.length > MAX_CHECKED_TEXT) return Promise.resolve([]);
    const language = findLanguage(path, text.slice(0, Math.max(0, text.indexOf("\n"))));
    if (!language || !ofPanel.has(language.id)) return Promise.resolve([]);
    return fileRequests(api, { area, path }).check(text);
  }, [api, area, path]);
}
