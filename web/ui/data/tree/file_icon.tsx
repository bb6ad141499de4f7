import {
  Archive,
  File,
  FileBraces,
  FileCode,
  FileImage,
  FileSymlink,
  FileTerminal,
  FileText,
  FileWarning,
  Folder,
  FolderOpen,
  FolderSymlink,
} from "../../icons/icons.ts";

type Kind = "code" | "data" | "shell" | "text" | "image" | "archive";

const icons = {
  code: FileCode,
  data: FileBraces,
  shell: FileTerminal,
  text: FileText,
  image: FileImage,
  archive: Archive,
};

const kinds: Record<Kind, string> = {
  code: "js mjs cjs jsx ts mts cts tsx py rb php go rs java lua pl sql css html htm xml vue",
  data: "json jsonc json5 yaml yml toml ini conf cfg env properties",
  shell: "sh bash zsh fish ps1 bat",
  text: "txt md log csv",
  image: "png jpg jpeg gif webp svg ico",
  archive: "zip gz tgz tar xz bz2 7z rar",
};

const kindOf = new Map(
  Object.entries(kinds).flatMap(([kind, endings]) =>
    endings.split(" ").map((ending) => [ending, kind as Kind])
  ),
);

export function FileIcon({ name }: { name: string }) {
  const kind = kindOf.get(name.slice(name.lastIndexOf(".") + 1).toLowerCase());
  const Icon = kind ? icons[kind] : File;
  return <Icon />;
}

export function FolderIcon({ open = false }: { open?: boolean }) {
  const Icon = open ? FolderOpen : Folder;
  return <Icon />;
}

export function LinkIcon({ folder }: { folder: boolean }) {
  const Icon = folder ? FolderSymlink : FileSymlink;
  return <Icon />;
}

/** Renders the icon of an entry that is neither a file nor a folder. */
export function SpecialIcon() {
  return <FileWarning />;
}
