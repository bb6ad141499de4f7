import { archiveFolder } from "../../platform/files/archive_folder.ts";
import { withFileErrors } from "../../platform/files/file_errors.ts";
import { streamFile } from "../../platform/files/file_stream.ts";
import type { FilesRoot } from "../../platform/files/files_root.ts";
import { attachment } from "../runs/log_download.ts";

/**
 * Answers a file as it is, or a folder as `.tar.gz`, to be kept by whoever asked; `rootName` names the archive of everything.
 * Throws `AppError`.
 */
export async function downloadFile(root: FilesRoot, path: string, rootName: string): Promise<Response> {
  return await withFileErrors(path, async () => {
    const name = path.split("/").at(-1) || rootName;
    if (path === "" || isFolder(root, path)) {
      const body = await archiveFolder(root.folder(path).folder, name);
      return new Response(body, { headers: headersOf(`${name}.tar.gz`, "application/gzip") });
    }
    using location = root.location(path, { follow: true });
    const { size, body } = await streamFile(location);
    const headers = headersOf(name, "application/octet-stream");
    headers.set("content-length", String(size));
    return new Response(body, { headers });
  });
}

function isFolder(root: FilesRoot, path: string): boolean {
  using location = root.location(path, { follow: true });
  return location.folder.check(location.name).isDirectory();
}

function headersOf(name: string, type: string): Headers {
  return new Headers({ "content-type": type, "content-disposition": attachment(name) });
}
