import { useQuery } from "@tanstack/react-query";
import type { SampleFile } from "../../../server/contract/files.ts";
import { visibleLines } from "../../../server/contract/log_text/visible_text.ts";
import { ApiProblem } from "../../api/api_problem.ts";
import { fileRequests } from "../../api/file_requests.ts";
import type { Api } from "../../api/request.ts";
import { nameOfSide, type TextSide, writeSide } from "../../api/text_side.ts";
import { useApi } from "../../api/use_api.tsx";

export type NoText = "binary" | "missing" | "too_large";

export type SideText = { text: string } | { none: NoText };

/** Maximum size of a log to compare, bytes. */
const maxLog = 8_000_000;

/** Queries the text of one side once; later changes do not replace what the user compares. */
export function useSideText(side: TextSide | null) {
  const api = useApi();
  return useQuery({
    queryKey: ["compared", side && writeSide(side)],
    queryFn: () => side ? readText(api, side) : Promise.reject(new Error("there is no side")),
    enabled: side !== null,
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}

async function readText(api: Api, side: TextSide): Promise<SideText> {
  try {
    return await (side.kind === "file"
      ? readFileSide(api, side)
      : side.kind === "sample"
      ? readSample(api, side.name)
      : readLog(api, side.path));
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) return { none: "missing" };
    if (error instanceof ApiProblem && error.status === 413) return { none: "too_large" };
    throw error;
  }
}

async function readFileSide(api: Api, side: Extract<TextSide, { kind: "file" }>): Promise<SideText> {
  const requests = fileRequests(api, side);
  const { content } = side.versionId === null
    ? await requests.read()
    : await requests.version(side.versionId);
  return content === null ? { none: "binary" } : { text: content };
}

async function readSample(api: Api, name: string): Promise<SideText> {
  const { items } = await api.get<{ items: SampleFile[] }>("/files/config/samples");
  const sample = items.find((one) => one.name === name);
  return sample ? { text: sample.content } : { none: "missing" };
}

async function readLog(api: Api, path: string): Promise<SideText> {
  const response = await api.raw("GET", "/logs/content", { query: { path }, timeoutMs: 120_000 });
  if (Number(response.headers.get("content-length") ?? 0) > maxLog) {
    await response.body?.cancel();
    return { none: "too_large" };
  }
  return { text: visibleLines(await response.text()).join("\n") };
}

/** Returns the file name that determines the language; logs are plain text. */
export function languageName(left: TextSide, right: TextSide): string {
  return nameOfSide(right.kind === "log" ? left : right);
}
