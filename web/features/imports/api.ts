import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type {
  ImportApply,
  ImportList,
  ImportQuery,
  ImportResource,
} from "../../../server/contract/imports.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { sendFile } from "../../api/send_file.ts";
import { useApi, useApiQuery } from "../../api/use_api.tsx";
import { useAction } from "../../shared/actions/use_action.ts";
import { useMessages } from "../../messages/use_messages.tsx";

const POLL_INTERVAL_MS = 1000;

/** Queries the imports whose files are still there, newest first. */
export function useImports() {
  return useApiQuery<ImportList>(queryKeys.imports("list"), "/imports");
}

/** Queries one import, every second while it is being applied. */
export function useImport(id: number) {
  return useApiQuery<ImportResource>(queryKeys.imports(id), `/imports/${id}`, {
    refetchInterval: ({ state }) => state.data?.state === "running" ? POLL_INTERVAL_MS : false,
  });
}

export function useApplyImport(id: number) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: ImportApply) => api.post<unknown>(`/imports/${id}/apply`, body),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.imports(id) }),
  });
}

/** Returns the mutation that deletes the upload of an import. */
export function useRemoveImport(id: number, onRemoved: () => void) {
  return useAction({
    send: async (api, _: void) => {
      await api.delete<void>(`/imports/${id}`);
      onRemoved();
    },
    invalidates: [queryKeys.imports("list")],
    done: "dataImport.removed",
  });
}

export type Upload =
  | { phase: "choosing"; error: unknown }
  | { phase: "sending"; name: string; share: number };

/** Uploads files; `onRead` gets the import that was read from one. */
export function useUpload(onRead: (result: ImportResource) => void) {
  const api = useApi();
  const queries = useQueryClient();
  const { language } = useMessages();
  const [upload, setUpload] = useState<Upload>({ phase: "choosing", error: null });
  const current = useRef<AbortController>(null);
  const cancel = () => {
    current.current?.abort();
    setUpload({ phase: "choosing", error: null });
  };
  const send = async (file: File, source: ImportQuery["source"]) => {
    current.current?.abort();
    const { signal } = current.current = new AbortController();
    const onProgress = (share: number) => setUpload({ phase: "sending", name: file.name, share });
    onProgress(0);
    try {
      const url = api.url("/imports", { source, name: file.name.slice(-255) });
      const result = await api.admitted(() =>
        sendFile<ImportResource>({ url, file, language, onProgress, signal })
      );
      if (signal.aborted) return;
      queries.setQueryData(queryKeys.imports(result.id), result);
      void queries.invalidateQueries({ queryKey: queryKeys.imports("list") });
      onRead(result);
    } catch (error) {
      if (!signal.aborted) setUpload({ phase: "choosing", error });
    }
  };
  const reject = (error: unknown) => setUpload({ phase: "choosing", error });
  useEffect(() => () => current.current?.abort(), []);
  return { upload, send, cancel, reject };
}
