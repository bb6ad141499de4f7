// Written by `deno task icons` from lucide@1.65.0, whose licence is in LICENSE.

import { createIcon } from "./create_icon.tsx";

export const Activity = createIcon(
  "M22 12h-2.48a2 2 0 0 0-1.93 1.46l-2.35 8.36a.25.25 0 0 1-.48 0L9.24 2.18a.25.25 0 0 0-.48 0l-2.35 8.36A2 2 0 0 1 4.49 12H2",
);
export const AppWindow = createIcon(
  "M4 4h16a2 2 0 0 1 2 2v12a2 2 0 0 1 -2 2h-16a2 2 0 0 1 -2 -2v-12a2 2 0 0 1 2 -2zM10 4v4M2 8h20M6 4v4",
);
export const Archive = createIcon(
  "M3 3h18a1 1 0 0 1 1 1v3a1 1 0 0 1 -1 1h-18a1 1 0 0 1 -1 -1v-3a1 1 0 0 1 1 -1zM4 8v11a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2V8M10 12h4",
);
export const ArrowDown = createIcon("M12 5v14M19 12l-7 7-7-7");
export const ArrowDownToLine = createIcon("M12 17V3M6 11l6 6 6-6M19 21H5");
export const ArrowLeft = createIcon("M12 19l-7-7 7-7M19 12H5");
export const ArrowLeftRight = createIcon("M8 3 4 7l4 4M4 7h16M16 21l4-4-4-4M20 17H4");
export const ArrowRight = createIcon("M5 12h14M12 5l7 7-7 7");
export const ArrowUp = createIcon("M5 12l7-7 7 7M12 19V5");
export const ArrowUpDown = createIcon("M21 16l-4 4-4-4M17 20V4M3 8l4-4 4 4M7 4v16");
export const ArrowUpToLine = createIcon("M5 3h14M18 13l-6-6-6 6M12 7v14");
export const Ban = createIcon("M2 12a10 10 0 0 1 20 0a10 10 0 0 1 -20 0zM4.929 4.929 19.07 19.071");
export const Bell = createIcon(
  "M10.268 21a2 2 0 0 0 3.464 0M3.262 15.326A1 1 0 0 0 4 17h16a1 1 0 0 0 .74-1.673C19.41 13.956 18 12.499 18 8A6 6 0 0 0 6 8c0 4.499-1.411 5.956-2.738 7.326",
);
export const BellOff = createIcon(
  "M10.268 21a2 2 0 0 0 3.464 0M17 17H4a1 1 0 0 1-.74-1.673C4.59 13.956 6 12.499 6 8a6 6 0 0 1 .258-1.742M2 2l20 20M8.668 3.01A6 6 0 0 1 18 8c0 2.687.77 4.653 1.707 6.05",
);
export const BellRing = createIcon(
  "M10.268 21a2 2 0 0 0 3.464 0M22 8c0-2.3-.8-4.3-2-6M3.262 15.326A1 1 0 0 0 4 17h16a1 1 0 0 0 .74-1.673C19.41 13.956 18 12.499 18 8A6 6 0 0 0 6 8c0 4.499-1.411 5.956-2.738 7.326M4 2C2.8 3.7 2 5.7 2 8",
);
export const BookOpen = createIcon(
  "M12 5v16M20.001 19A2 2 0 0022 17V5a2 2 0 00-1.999-2L16 3.002A5 5 0 0012 5a5 5 0 00-4-2H4a2 2 0 00-2 2v12a2 2 0 001.999 2H8a5 5 0 014 2 5 5 0 014-2z",
);
export const Braces = createIcon(
  "M8 3H7a2 2 0 0 0-2 2v5a2 2 0 0 1-2 2 2 2 0 0 1 2 2v5c0 1.1.9 2 2 2h1M16 21h1a2 2 0 0 0 2-2v-5c0-1.1.9-2 2-2a2 2 0 0 1-2-2V5a2 2 0 0 0-2-2h-1",
);
export const Bug = createIcon(
  "M12 20v-9M14 7a4 4 0 0 1 4 4v3a6 6 0 0 1-12 0v-3a4 4 0 0 1 4-4zM14.12 3.88 16 2M21 21a4 4 0 0 0-3.81-4M21 5a4 4 0 0 1-3.55 3.97M22 13h-4M3 21a4 4 0 0 1 3.81-4M3 5a4 4 0 0 0 3.55 3.97M6 13H2M8 2l1.88 1.88M9 7.13V6a3 3 0 1 1 6 0v1.13",
);
export const CalendarClock = createIcon(
  "M16 14v2.2l1.6 1M16 2v3M21 7.338V5a2 2 0 00-2-2H5a2 2 0 00-2 2v14a2 2 0 002 2h2.338M3 9h5.859M8 2v3M10 16a6 6 0 0 1 12 0a6 6 0 0 1 -12 0z",
);
export const CalendarDays = createIcon(
  "M8 2v3M16 2v3M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2zM3 9h18M8 13h.01M12 13h.01M16 13h.01M8 17h.01M12 17h.01M16 17h.01",
);
export const CalendarPlus = createIcon(
  "M16 18h6M16 2v3M19 15v6M21 11.5V5a2 2 0 00-2-2H5a2 2 0 00-2 2v14a2 2 0 002 2h8.3M3 9h18M8 2v3",
);
export const CaseSensitive = createIcon(
  "M2 16l4.039-9.69a.5.5 0 0 1 .923 0L11 16M22 9v7M3.304 13h6.392M15 12.5a3.5 3.5 0 0 1 7 0a3.5 3.5 0 0 1 -7 0z",
);
export const ChartColumn = createIcon("M3 3v16a2 2 0 0 0 2 2h16M18 17V9M13 17V5M8 17v-3");
export const Check = createIcon("M20 6 9 17l-5-5");
export const CheckCheck = createIcon("M18 6 7 17l-5-5M22 10l-7.5 7.5L13 16");
export const ChevronDown = createIcon("M6 9l6 6 6-6");
export const ChevronLeft = createIcon("M15 18l-6-6 6-6");
export const ChevronRight = createIcon("M9 18l6-6-6-6");
export const ChevronUp = createIcon("M18 15l-6-6-6 6");
export const ChevronsUpDown = createIcon("M7 15l5 5 5-5M7 9l5-5 5 5");
export const CircleAlert = createIcon("M2 12a10 10 0 0 1 20 0a10 10 0 0 1 -20 0zM12 8L12 12M12 16L12.01 16");
export const CircleArrowUp = createIcon("M2 12a10 10 0 0 1 20 0a10 10 0 0 1 -20 0zM16 12l-4-4-4 4M12 16V8");
export const CircleCheck = createIcon("M2 12a10 10 0 0 1 20 0a10 10 0 0 1 -20 0zM16 9l-5.5 5.5L8 12");
export const CircleDot = createIcon(
  "M11 12a1 1 0 0 1 2 0a1 1 0 0 1 -2 0zM2 12a10 10 0 0 1 20 0a10 10 0 0 1 -20 0z",
);
export const CircleHelp = createIcon(
  "M2 12a10 10 0 0 1 20 0a10 10 0 0 1 -20 0zM9.09 9a3 3 0 0 1 5.83 1c0 2-3 3-3 3M12 17h.01",
);
export const CirclePause = createIcon("M2 12a10 10 0 0 1 20 0a10 10 0 0 1 -20 0zM10 15L10 9M14 15L14 9");
export const CirclePlay = createIcon(
  "M9 9.003a1 1 0 0 1 1.517-.859l4.997 2.997a1 1 0 0 1 0 1.718l-4.997 2.997A1 1 0 0 1 9 14.996zM2 12a10 10 0 0 1 20 0a10 10 0 0 1 -20 0z",
);
export const CircleSlash2 = createIcon("M2 12a10 10 0 0 1 20 0a10 10 0 0 1 -20 0zM22 2 2 22");
export const CircleUser = createIcon(
  "M2 12a10 10 0 0 1 20 0a10 10 0 0 1 -20 0zM9 10a3 3 0 0 1 6 0a3 3 0 0 1 -6 0zM7 20.662V19a2 2 0 0 1 2-2h6a2 2 0 0 1 2 2v1.662",
);
export const CircleX = createIcon("M2 12a10 10 0 0 1 20 0a10 10 0 0 1 -20 0zM15 9l-6 6M9 9l6 6");
export const ClipboardCheck = createIcon(
  "M9 2h6a1 1 0 0 1 1 1v2a1 1 0 0 1 -1 1h-6a1 1 0 0 1 -1 -1v-2a1 1 0 0 1 1 -1zM16 4h2a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2h2M9 14l2 2 4-4",
);
export const ClipboardCopy = createIcon(
  "M9 2h6a1 1 0 0 1 1 1v2a1 1 0 0 1 -1 1h-6a1 1 0 0 1 -1 -1v-2a1 1 0 0 1 1 -1zM8 4H6a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-2M16 4h2a2 2 0 0 1 2 2v4M21 14H11M15 10l-4 4 4 4",
);
export const ClipboardPaste = createIcon(
  "M11 14h10M16 4h2a2 2 0 0 1 2 2v1.344M17 18l4-4-4-4M8 4H6a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h12a2 2 0 0 0 1.793-1.113M9 2h6a1 1 0 0 1 1 1v2a1 1 0 0 1 -1 1h-6a1 1 0 0 1 -1 -1v-2a1 1 0 0 1 1 -1z",
);
export const Clock = createIcon("M2 12a10 10 0 0 1 20 0a10 10 0 0 1 -20 0zM12 6v6l4 2");
export const Columns2 = createIcon(
  "M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2zM12 3v18",
);
export const Columns3 = createIcon(
  "M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2zM9 3v18M15 3v18",
);
export const Compass = createIcon(
  "M2 12a10 10 0 0 1 20 0a10 10 0 0 1 -20 0zM16.24 7.76l-1.804 5.411a2 2 0 0 1-1.265 1.265L7.76 16.24l1.804-5.411a2 2 0 0 1 1.265-1.265z",
);
export const Copy = createIcon(
  "M10 8h10a2 2 0 0 1 2 2v10a2 2 0 0 1 -2 2h-10a2 2 0 0 1 -2 -2v-10a2 2 0 0 1 2 -2zM4 16c-1.1 0-2-.9-2-2V4c0-1.1.9-2 2-2h10c1.1 0 2 .9 2 2",
);
export const CornerLeftUp = createIcon("M14 9 9 4 4 9M20 20h-7a4 4 0 0 1-4-4V4");
export const Download = createIcon("M12 15V3M21 15v4a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-4M7 10l5 5 5-5");
export const Ellipsis = createIcon(
  "M11 12a1 1 0 0 1 2 0a1 1 0 0 1 -2 0zM18 12a1 1 0 0 1 2 0a1 1 0 0 1 -2 0zM4 12a1 1 0 0 1 2 0a1 1 0 0 1 -2 0z",
);
export const Eraser = createIcon(
  "M21 21H8a2 2 0 0 1-1.42-.587l-3.994-3.999a2 2 0 0 1 0-2.828l10-10a2 2 0 0 1 2.829 0l5.999 6a2 2 0 0 1 0 2.828L12.834 21M5.082 11.09l8.828 8.828",
);
export const ExternalLink = createIcon(
  "M15 3h6v6M10 14 21 3M18 13v6a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2h6",
);
export const Eye = createIcon(
  "M2.062 12.348a1 1 0 0 1 0-.696 10.75 10.75 0 0 1 19.876 0 1 1 0 0 1 0 .696 10.75 10.75 0 0 1-19.876 0M9 12a3 3 0 0 1 6 0a3 3 0 0 1 -6 0z",
);
export const EyeOff = createIcon(
  "M10.733 5.076a10.744 10.744 0 0 1 11.205 6.575 1 1 0 0 1 0 .696 10.747 10.747 0 0 1-1.444 2.49M14.084 14.158a3 3 0 0 1-4.242-4.242M17.479 17.499a10.75 10.75 0 0 1-15.417-5.151 1 1 0 0 1 0-.696 10.75 10.75 0 0 1 4.446-5.143M2 2l20 20",
);
export const File = createIcon(
  "M6 22a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h8a2.4 2.4 0 0 1 1.704.706l3.588 3.588A2.4 2.4 0 0 1 20 8v12a2 2 0 0 1-2 2zM14 2v5a1 1 0 0 0 1 1h5",
);
export const FileBraces = createIcon(
  "M6 22a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h8a2.4 2.4 0 0 1 1.704.706l3.588 3.588A2.4 2.4 0 0 1 20 8v12a2 2 0 0 1-2 2zM14 2v5a1 1 0 0 0 1 1h5M10 12a1 1 0 0 0-1 1v1a1 1 0 0 1-1 1 1 1 0 0 1 1 1v1a1 1 0 0 0 1 1M14 18a1 1 0 0 0 1-1v-1a1 1 0 0 1 1-1 1 1 0 0 1-1-1v-1a1 1 0 0 0-1-1",
);
export const FileClock = createIcon(
  "M16 22h2a2 2 0 0 0 2-2V8a2.4 2.4 0 0 0-.706-1.706l-3.588-3.588A2.4 2.4 0 0 0 14 2H6a2 2 0 0 0-2 2v2.85M14 2v5a1 1 0 0 0 1 1h5M8 14v2.2l1.6 1M2 16a6 6 0 0 1 12 0a6 6 0 0 1 -12 0z",
);
export const FileCode = createIcon(
  "M6 22a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h8a2.4 2.4 0 0 1 1.704.706l3.588 3.588A2.4 2.4 0 0 1 20 8v12a2 2 0 0 1-2 2zM14 2v5a1 1 0 0 0 1 1h5M10 12.5 8 15l2 2.5M14 12.5l2 2.5-2 2.5",
);
export const FileCode2 = createIcon(
  "M4 12.15V4a2 2 0 0 1 2-2h8a2.4 2.4 0 0 1 1.706.706l3.588 3.588A2.4 2.4 0 0 1 20 8v12a2 2 0 0 1-2 2h-3.35M14 2v5a1 1 0 0 0 1 1h5M5 16l-3 3 3 3M9 22l3-3-3-3",
);
export const FileDiff = createIcon(
  "M6 22a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h8a2.4 2.4 0 0 1 1.704.706l3.588 3.588A2.4 2.4 0 0 1 20 8v12a2 2 0 0 1-2 2zM9 10h6M12 13V7M9 17h6",
);
export const FileImage = createIcon(
  "M6 22a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h8a2.4 2.4 0 0 1 1.704.706l3.588 3.588A2.4 2.4 0 0 1 20 8v12a2 2 0 0 1-2 2zM14 2v5a1 1 0 0 0 1 1h5M8 12a2 2 0 0 1 4 0a2 2 0 0 1 -4 0zM20 17l-1.296-1.296a2.41 2.41 0 0 0-3.408 0L9 22",
);
export const FileInput = createIcon(
  "M4 11V4a2 2 0 0 1 2-2h8a2.4 2.4 0 0 1 1.706.706l3.588 3.588A2.4 2.4 0 0 1 20 8v12a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2v-1M14 2v5a1 1 0 0 0 1 1h5M2 15h10M9 18l3-3-3-3",
);
export const FilePlus = createIcon(
  "M6 22a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h8a2.4 2.4 0 0 1 1.704.706l3.588 3.588A2.4 2.4 0 0 1 20 8v12a2 2 0 0 1-2 2zM14 2v5a1 1 0 0 0 1 1h5M9 15h6M12 18v-6",
);
export const FilePlus2 = createIcon(
  "M11.35 22H6a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h8a2.4 2.4 0 0 1 1.706.706l3.588 3.588A2.4 2.4 0 0 1 20 8v5.35M14 2v5a1 1 0 0 0 1 1h5M14 19h6M17 16v6",
);
export const FileQuestion = createIcon(
  "M6 22a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h8a2.4 2.4 0 0 1 1.704.706l3.588 3.588A2.4 2.4 0 0 1 20 8v12a2 2 0 0 1-2 2zM12 17h.01M9.1 9a3 3 0 0 1 5.82 1c0 2-3 3-3 3",
);
export const FileSymlink = createIcon(
  "M4 11V4a2 2 0 0 1 2-2h8a2.4 2.4 0 0 1 1.706.706l3.588 3.588A2.4 2.4 0 0 1 20 8v12a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2v-3a2 2 0 0 1 2-2h7M14 2v5a1 1 0 0 0 1 1h5M10 18l3-3-3-3",
);
export const FileTerminal = createIcon(
  "M6 22a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h8a2.4 2.4 0 0 1 1.704.706l3.588 3.588A2.4 2.4 0 0 1 20 8v12a2 2 0 0 1-2 2zM14 2v5a1 1 0 0 0 1 1h5M8 16l2-2-2-2M12 18h4",
);
export const FileText = createIcon(
  "M6 22a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h8a2.4 2.4 0 0 1 1.704.706l3.588 3.588A2.4 2.4 0 0 1 20 8v12a2 2 0 0 1-2 2zM14 2v5a1 1 0 0 0 1 1h5M10 9H8M16 13H8M16 17H8",
);
export const FileUp = createIcon(
  "M6 22a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h8a2.4 2.4 0 0 1 1.704.706l3.588 3.588A2.4 2.4 0 0 1 20 8v12a2 2 0 0 1-2 2zM14 2v5a1 1 0 0 0 1 1h5M12 12v6M15 15l-3-3-3 3",
);
export const FileWarning = createIcon(
  "M6 22a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h8a2.4 2.4 0 0 1 1.704.706l3.588 3.588A2.4 2.4 0 0 1 20 8v12a2 2 0 0 1-2 2zM12 9v4M12 17h.01",
);
export const FileX = createIcon(
  "M6 22a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h8a2.4 2.4 0 0 1 1.704.706l3.588 3.588A2.4 2.4 0 0 1 20 8v12a2 2 0 0 1-2 2zM14 2v5a1 1 0 0 0 1 1h5M14.5 12.5l-5 5M9.5 12.5l5 5",
);
export const Filter = createIcon(
  "M10 20a1 1 0 0 0 .553.895l2 1A1 1 0 0 0 14 21v-7a2 2 0 0 1 .517-1.341L21.74 4.67A1 1 0 0 0 21 3H3a1 1 0 0 0-.742 1.67l7.225 7.989A2 2 0 0 1 10 14z",
);
export const FilterX = createIcon(
  "M12.531 3H3a1 1 0 0 0-.742 1.67l7.225 7.989A2 2 0 0 1 10 14v6a1 1 0 0 0 .553.895l2 1A1 1 0 0 0 14 21v-7a2 2 0 0 1 .517-1.341l.427-.473M16.5 3.5l5 5M21.5 3.5l-5 5",
);
export const FoldVertical = createIcon(
  "M12 22v-6M12 8V2M4 12H2M10 12H8M16 12h-2M22 12h-2M15 19l-3-3-3 3M15 5l-3 3-3-3",
);
export const Folder = createIcon(
  "M20 20a2 2 0 0 0 2-2V8a2 2 0 0 0-2-2h-7.9a2 2 0 0 1-1.69-.9L9.6 3.9A2 2 0 0 0 7.93 3H4a2 2 0 0 0-2 2v13a2 2 0 0 0 2 2Z",
);
export const FolderInput = createIcon(
  "M2 9V5a2 2 0 0 1 2-2h3.9a2 2 0 0 1 1.69.9l.81 1.2a2 2 0 0 0 1.67.9H20a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2v-1M2 13h10M9 16l3-3-3-3",
);
export const FolderOpen = createIcon(
  "M6 14l1.5-2.9A2 2 0 0 1 9.24 10H20a2 2 0 0 1 1.94 2.5l-1.54 6a2 2 0 0 1-1.95 1.5H4a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2h3.9a2 2 0 0 1 1.69.9l.81 1.2a2 2 0 0 0 1.67.9H18a2 2 0 0 1 2 2v2",
);
export const FolderPlus = createIcon(
  "M12 10v6M9 13h6M20 20a2 2 0 0 0 2-2V8a2 2 0 0 0-2-2h-7.9a2 2 0 0 1-1.69-.9L9.6 3.9A2 2 0 0 0 7.93 3H4a2 2 0 0 0-2 2v13a2 2 0 0 0 2 2Z",
);
export const FolderSymlink = createIcon(
  "M2 9.35V5a2 2 0 0 1 2-2h3.9a2 2 0 0 1 1.69.9l.81 1.2a2 2 0 0 0 1.67.9H20a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2v-3a2 2 0 0 1 2-2h7M8 16l3-3-3-3",
);
export const Gauge = createIcon("M12 14l4-4M3.34 19a10 10 0 1 1 17.32 0");
export const GitBranch = createIcon(
  "M15 6a9 9 0 0 0-9 9V3M15 6a3 3 0 0 1 6 0a3 3 0 0 1 -6 0zM3 18a3 3 0 0 1 6 0a3 3 0 0 1 -6 0z",
);
export const GitCompare = createIcon(
  "M15 18a3 3 0 0 1 6 0a3 3 0 0 1 -6 0zM3 6a3 3 0 0 1 6 0a3 3 0 0 1 -6 0zM13 6h3a2 2 0 0 1 2 2v7M11 18H8a2 2 0 0 1-2-2V9",
);
export const Globe = createIcon(
  "M2 12a10 10 0 0 1 20 0a10 10 0 0 1 -20 0zM12 2a14.5 14.5 0 0 0 0 20 14.5 14.5 0 0 0 0-20M2 12h20",
);
export const GripVertical = createIcon(
  "M8 12a1 1 0 0 1 2 0a1 1 0 0 1 -2 0zM8 5a1 1 0 0 1 2 0a1 1 0 0 1 -2 0zM8 19a1 1 0 0 1 2 0a1 1 0 0 1 -2 0zM14 12a1 1 0 0 1 2 0a1 1 0 0 1 -2 0zM14 5a1 1 0 0 1 2 0a1 1 0 0 1 -2 0zM14 19a1 1 0 0 1 2 0a1 1 0 0 1 -2 0z",
);
export const HardDrive = createIcon(
  "M10 16h.01M2.212 11.577a2 2 0 0 0-.212.896V18a2 2 0 0 0 2 2h16a2 2 0 0 0 2-2v-5.527a2 2 0 0 0-.212-.896L18.55 5.11A2 2 0 0 0 16.76 4H7.24a2 2 0 0 0-1.79 1.11zM21.946 12.013H2.054M6 16h.01",
);
export const History = createIcon("M3 12a9 9 0 1 0 9-9 9.75 9.75 0 0 0-6.74 2.74L3 8M3 3v5h5M12 7v5l4 2");
export const Hourglass = createIcon(
  "M5 22h14M5 2h14M17 22v-4.172a2 2 0 0 0-.586-1.414L12 12l-4.414 4.414A2 2 0 0 0 7 17.828V22M7 2v4.172a2 2 0 0 0 .586 1.414L12 12l4.414-4.414A2 2 0 0 0 17 6.172V2",
);
export const Info = createIcon("M2 12a10 10 0 0 1 20 0a10 10 0 0 1 -20 0zM12 16v-4M12 8h.01");
export const KeyRound = createIcon(
  "M2.586 17.414A2 2 0 0 0 2 18.828V21a1 1 0 0 0 1 1h3a1 1 0 0 0 1-1v-1a1 1 0 0 1 1-1h1a1 1 0 0 0 1-1v-1a1 1 0 0 1 1-1h.172a2 2 0 0 0 1.414-.586l.814-.814a6.5 6.5 0 1 0-4-4zM16 7.5a0.5 0.5 0 0 1 1 0a0.5 0.5 0 0 1 -1 0z",
);
export const Keyboard = createIcon(
  "M10 8h.01M12 12h.01M14 8h.01M16 12h.01M18 8h.01M6 8h.01M7 16h10M8 12h.01M4 4h16a2 2 0 0 1 2 2v12a2 2 0 0 1 -2 2h-16a2 2 0 0 1 -2 -2v-12a2 2 0 0 1 2 -2z",
);
export const Languages = createIcon("M5 8l6 6M4 14l6-6 2-3M2 5h12M7 2h1M22 22l-5-10-5 10M14 18h6");
export const LayoutDashboard = createIcon(
  "M4 3h5a1 1 0 0 1 1 1v7a1 1 0 0 1 -1 1h-5a1 1 0 0 1 -1 -1v-7a1 1 0 0 1 1 -1zM15 3h5a1 1 0 0 1 1 1v3a1 1 0 0 1 -1 1h-5a1 1 0 0 1 -1 -1v-3a1 1 0 0 1 1 -1zM15 12h5a1 1 0 0 1 1 1v7a1 1 0 0 1 -1 1h-5a1 1 0 0 1 -1 -1v-7a1 1 0 0 1 1 -1zM4 16h5a1 1 0 0 1 1 1v3a1 1 0 0 1 -1 1h-5a1 1 0 0 1 -1 -1v-3a1 1 0 0 1 1 -1z",
);
export const ListChecks = createIcon("M13 5h8M13 12h8M13 19h8M3 17l2 2 4-4M3 7l2 2 4-4");
export const ListFilter = createIcon("M2 5h20M6 12h12M9 19h6");
export const ListOrdered = createIcon(
  "M11 5h10M11 12h10M11 19h10M4 4h1v5M4 9h2M6.5 20H3.4c0-1 2.6-1.925 2.6-3.5a1.5 1.5 0 0 0-2.6-1.02",
);
export const ListPlus = createIcon("M16 5H3M11 12H3M16 19H3M18 9v6M21 12h-6");
export const ListTodo = createIcon(
  "M13 5h8M13 12h8M13 19h8M3 17l2 2 4-4M4 4h4a1 1 0 0 1 1 1v4a1 1 0 0 1 -1 1h-4a1 1 0 0 1 -1 -1v-4a1 1 0 0 1 1 -1z",
);
export const LockKeyhole = createIcon(
  "M11 16a1 1 0 0 1 2 0a1 1 0 0 1 -2 0zM5 10h14a2 2 0 0 1 2 2v8a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-8a2 2 0 0 1 2 -2zM7 10V7a5 5 0 0 1 10 0v3",
);
export const LogOut = createIcon("M16 17l5-5-5-5M21 12H9M9 21H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2h4");
export const Maximize2 = createIcon("M15 3h6v6M21 3l-7 7M3 21l7-7M9 21H3v-6");
export const Minimize2 = createIcon("M14 10l7-7M20 10h-6V4M3 21l7-7M4 14h6v6");
export const Minus = createIcon("M5 12h14");
export const Monitor = createIcon(
  "M4 3h16a2 2 0 0 1 2 2v10a2 2 0 0 1 -2 2h-16a2 2 0 0 1 -2 -2v-10a2 2 0 0 1 2 -2zM8 21L16 21M12 17L12 21",
);
export const MonitorSmartphone = createIcon(
  "M18 8V6a2 2 0 0 0-2-2H4a2 2 0 0 0-2 2v7a2 2 0 0 0 2 2h8M10 19v-3.96 3.15M7 19h5M18 12h2a2 2 0 0 1 2 2v6a2 2 0 0 1 -2 2h-2a2 2 0 0 1 -2 -2v-6a2 2 0 0 1 2 -2z",
);
export const Moon = createIcon(
  "M20.985 12.486a9 9 0 1 1-9.473-9.472c.405-.022.617.46.402.803a6 6 0 0 0 8.268 8.268c.344-.215.825-.004.803.401",
);
export const Package = createIcon(
  "M11 21.73a2 2 0 0 0 2 0l7-4A2 2 0 0 0 21 16V8a2 2 0 0 0-1-1.73l-7-4a2 2 0 0 0-2 0l-7 4A2 2 0 0 0 3 8v8a2 2 0 0 0 1 1.73zM12 22V12M3.29 7 12 12 20.71 7M7.5 4.27l9 5.15",
);
export const PackageOpen = createIcon(
  "M12 22v-9M15.17 2.21a1.67 1.67 0 0 1 1.63 0L21 4.57a1.93 1.93 0 0 1 0 3.36L8.82 14.79a1.655 1.655 0 0 1-1.64 0L3 12.43a1.93 1.93 0 0 1 0-3.36zM20 13v3.87a2.06 2.06 0 0 1-1.11 1.83l-6 3.08a1.93 1.93 0 0 1-1.78 0l-6-3.08A2.06 2.06 0 0 1 4 16.87V13M21 12.43a1.93 1.93 0 0 0 0-3.36L8.83 2.2a1.64 1.64 0 0 0-1.63 0L3 4.57a1.93 1.93 0 0 0 0 3.36l12.18 6.86a1.636 1.636 0 0 0 1.63 0z",
);
export const PackagePlus = createIcon(
  "M12 22V12M16 17h6M19 14v6M21 10.535V8a2 2 0 0 0-1-1.73l-7-4a2 2 0 0 0-2 0l-7 4A2 2 0 0 0 3 8v8a2 2 0 0 0 1 1.729l7 4a2 2 0 0 0 2 .001l1.675-.955M3.29 7 12 12l8.71-5M7.5 4.27l8.997 5.148",
);
export const PackageX = createIcon(
  "M12 22V12M16.5 14.5l5 5M16.5 19.5l5-5M21 10.5V8a2 2 0 0 0-1-1.73l-7-4a2 2 0 0 0-2 0l-7 4A2 2 0 0 0 3 8v8a2 2 0 0 0 1 1.729l7 4a2 2 0 0 0 2 .001l.13-.074M3.29 7 12 12l8.71-5M7.5 4.27l8.997 5.148",
);
export const PanelLeft = createIcon(
  "M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2zM9 3v18",
);
export const PanelLeftClose = createIcon(
  "M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2zM9 3v18M16 15l-3-3 3-3",
);
export const PanelLeftOpen = createIcon(
  "M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2zM9 3v18M14 9l3 3-3 3",
);
export const Pencil = createIcon(
  "M21.174 6.812a1 1 0 0 0-3.986-3.987L3.842 16.174a2 2 0 0 0-.5.83l-1.321 4.352a.5.5 0 0 0 .623.622l4.353-1.32a2 2 0 0 0 .83-.497zM15 5l4 4",
);
export const Pilcrow = createIcon("M13 4v16M17 4v16M19 4H9.5a4.5 4.5 0 0 0 0 9H13");
export const Pin = createIcon(
  "M12 17v5M9 10.76a2 2 0 0 1-1.11 1.79l-1.78.9A2 2 0 0 0 5 15.24V16a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1v-.76a2 2 0 0 0-1.11-1.79l-1.78-.9A2 2 0 0 1 15 10.76V7a1 1 0 0 1 1-1 2 2 0 0 0 0-4H8a2 2 0 0 0 0 4 1 1 0 0 1 1 1z",
);
export const PinOff = createIcon(
  "M12 17v5M15 9.34V7a1 1 0 0 1 1-1 2 2 0 0 0 0-4H7.89M2 2l20 20M9 9v1.76a2 2 0 0 1-1.11 1.79l-1.78.9A2 2 0 0 0 5 15.24V16a1 1 0 0 0 1 1h11",
);
export const Play = createIcon(
  "M5 5a2 2 0 0 1 3.008-1.728l11.997 6.998a2 2 0 0 1 .003 3.458l-12 7A2 2 0 0 1 5 19z",
);
export const Plus = createIcon("M5 12h14M12 5v14");
export const Power = createIcon("M12 2v10M18.4 6.6a9 9 0 1 1-12.77.04");
export const PowerOff = createIcon(
  "M18.36 6.64A9 9 0 0 1 20.77 15M6.16 6.16a9 9 0 1 0 12.68 12.68M12 2v4M2 2l20 20",
);
export const Redo2 = createIcon("M15 14l5-5-5-5M20 9H9.5A5.5 5.5 0 0 0 4 14.5A5.5 5.5 0 0 0 9.5 20H13");
export const RefreshCw = createIcon(
  "M3 12a9 9 0 0 1 9-9 9.75 9.75 0 0 1 6.74 2.74L21 8M21 3v5h-5M21 12a9 9 0 0 1-9 9 9.75 9.75 0 0 1-6.74-2.74L3 16M8 16H3v5",
);
export const RotateCcw = createIcon("M3 12a9 9 0 1 0 9-9 9.75 9.75 0 0 0-6.74 2.74L3 8M3 3v5h5");
export const RotateCw = createIcon("M21 12a9 9 0 1 1-9-9c2.52 0 4.93 1 6.74 2.74L21 8M21 3v5h-5");
export const Rows2 = createIcon(
  "M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2zM3 12h18",
);
export const Save = createIcon(
  "M15.2 3a2 2 0 0 1 1.4.6l3.8 3.8a2 2 0 0 1 .6 1.4V19a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zM17 21v-7a1 1 0 0 0-1-1H8a1 1 0 0 0-1 1v7M7 3v4a1 1 0 0 0 1 1h7",
);
export const SaveAll = createIcon(
  "M10 2v3a1 1 0 0 0 1 1h5M18 18v-6a1 1 0 0 0-1-1h-6a1 1 0 0 0-1 1v6M18 22H4a2 2 0 0 1-2-2V6M8 18a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h9.172a2 2 0 0 1 1.414.586l2.828 2.828A2 2 0 0 1 22 6.828V16a2 2 0 0 1-2.01 2z",
);
export const Scissors = createIcon(
  "M3 6a3 3 0 0 1 6 0a3 3 0 0 1 -6 0zM8.12 8.12 12 12M20 4 8.12 15.88M3 18a3 3 0 0 1 6 0a3 3 0 0 1 -6 0zM14.8 14.8 20 20",
);
export const ScrollText = createIcon(
  "M15 12h-5M15 8h-5M19 17V5a2 2 0 0 0-2-2H4M8 21h12a2 2 0 0 0 2-2v-1a1 1 0 0 0-1-1H11a1 1 0 0 0-1 1v1a2 2 0 1 1-4 0V5a2 2 0 1 0-4 0v2a1 1 0 0 0 1 1h3",
);
export const Search = createIcon("M21 21l-4.34-4.34M3 11a8 8 0 0 1 16 0a8 8 0 0 1 -16 0z");
export const SearchX = createIcon(
  "M13.5 8.5l-5 5M8.5 8.5l5 5M3 11a8 8 0 0 1 16 0a8 8 0 0 1 -16 0zM21 21l-4.3-4.3",
);
export const Send = createIcon(
  "M14.536 21.686a.5.5 0 0 0 .937-.024l6.5-19a.496.496 0 0 0-.635-.635l-19 6.5a.5.5 0 0 0-.024.937l7.93 3.18a2 2 0 0 1 1.112 1.11zM21.854 2.147l-10.94 10.939",
);
export const Server = createIcon(
  "M4 2h16a2 2 0 0 1 2 2v4a2 2 0 0 1 -2 2h-16a2 2 0 0 1 -2 -2v-4a2 2 0 0 1 2 -2zM4 14h16a2 2 0 0 1 2 2v4a2 2 0 0 1 -2 2h-16a2 2 0 0 1 -2 -2v-4a2 2 0 0 1 2 -2zM6 6L6.01 6M6 18L6.01 18",
);
export const Settings = createIcon(
  "M9.671 4.136a2.34 2.34 0 0 1 4.659 0 2.34 2.34 0 0 0 3.319 1.915 2.34 2.34 0 0 1 2.33 4.033 2.34 2.34 0 0 0 0 3.831 2.34 2.34 0 0 1-2.33 4.033 2.34 2.34 0 0 0-3.319 1.915 2.34 2.34 0 0 1-4.659 0 2.34 2.34 0 0 0-3.32-1.915 2.34 2.34 0 0 1-2.33-4.033 2.34 2.34 0 0 0 0-3.831A2.34 2.34 0 0 1 6.35 6.051a2.34 2.34 0 0 0 3.319-1.915M9 12a3 3 0 0 1 6 0a3 3 0 0 1 -6 0z",
);
export const Settings2 = createIcon(
  "M14 17H5M19 7h-9M14 17a3 3 0 0 1 6 0a3 3 0 0 1 -6 0zM4 7a3 3 0 0 1 6 0a3 3 0 0 1 -6 0z",
);
export const Shapes = createIcon(
  "M8.3 10a.7.7 0 0 1-.626-1.079L11.4 3a.7.7 0 0 1 1.198-.043L16.3 8.9a.7.7 0 0 1-.572 1.1ZM4 14h5a1 1 0 0 1 1 1v5a1 1 0 0 1 -1 1h-5a1 1 0 0 1 -1 -1v-5a1 1 0 0 1 1 -1zM14 17.5a3.5 3.5 0 0 1 7 0a3.5 3.5 0 0 1 -7 0z",
);
export const ShieldCheck = createIcon(
  "M20 13c0 5-3.5 7.5-7.66 8.95a1 1 0 0 1-.67-.01C7.5 20.5 4 18 4 13V6a1 1 0 0 1 1-1c2 0 4.5-1.2 6.24-2.72a1.17 1.17 0 0 1 1.52 0C14.51 3.81 17 5 19 5a1 1 0 0 1 1 1zM9 12l2 2 4-4",
);
export const SlidersHorizontal = createIcon(
  "M10 5H3M12 19H3M14 3v4M16 17v4M21 12h-9M21 19h-5M21 5h-7M8 10v4M8 12H3",
);
export const Split = createIcon("M16 3h5v5M8 3H3v5M12 22v-8.3a4 4 0 0 0-1.172-2.872L3 3M15 9l6-6");
export const Square = createIcon(
  "M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2z",
);
export const SquareArrowOutUpRight = createIcon(
  "M21 13v6a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2h6M21 3l-9 9M15 3h6v6",
);
export const SquareTerminal = createIcon(
  "M7 11l2-2-2-2M11 13h4M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2z",
);
export const Star = createIcon(
  "M11.525 2.295a.53.53 0 0 1 .95 0l2.31 4.679a2.123 2.123 0 0 0 1.595 1.16l5.166.756a.53.53 0 0 1 .294.904l-3.736 3.638a2.123 2.123 0 0 0-.611 1.878l.882 5.14a.53.53 0 0 1-.771.56l-4.618-2.428a2.122 2.122 0 0 0-1.973 0L6.396 21.01a.53.53 0 0 1-.77-.56l.881-5.139a2.122 2.122 0 0 0-.611-1.879L2.16 9.795a.53.53 0 0 1 .294-.906l5.165-.755a2.122 2.122 0 0 0 1.597-1.16z",
);
export const Sun = createIcon(
  "M8 12a4 4 0 0 1 8 0a4 4 0 0 1 -8 0zM12 2v2M12 20v2M4.93 4.93l1.41 1.41M17.66 17.66l1.41 1.41M2 12h2M20 12h2M6.34 17.66l-1.41 1.41M19.07 4.93l-1.41 1.41",
);
export const Table2 = createIcon(
  "M3 9h18M9 3v18M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2z",
);
export const Tag = createIcon(
  "M12.586 2.586A2 2 0 0 0 11.172 2H4a2 2 0 0 0-2 2v7.172a2 2 0 0 0 .586 1.414l8.704 8.704a2.426 2.426 0 0 0 3.42 0l6.58-6.58a2.426 2.426 0 0 0 0-3.42zM7 7.5a0.5 0.5 0 0 1 1 0a0.5 0.5 0 0 1 -1 0z",
);
export const Terminal = createIcon("M12 19h8M4 17l6-6-6-6");
export const TextCursorInput = createIcon(
  "M12 20h-1a2 2 0 0 1-2-2 2 2 0 0 1-2 2H6M13 8h7a2 2 0 0 1 2 2v4a2 2 0 0 1-2 2h-7M5 16H4a2 2 0 0 1-2-2v-4a2 2 0 0 1 2-2h1M6 4h1a2 2 0 0 1 2 2 2 2 0 0 1 2-2h1M9 6v12",
);
export const TextSearch = createIcon(
  "M21 5H3M10 12H3M10 19H3M14 15a3 3 0 0 1 6 0a3 3 0 0 1 -6 0zM21 19l-1.9-1.9",
);
export const Trash2 = createIcon(
  "M10 11v6M14 11v6M19 6v14a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V6M3 6h18M8 6V4a2 2 0 0 1 2-2h4a2 2 0 0 1 2 2v2",
);
export const TriangleAlert = createIcon(
  "M21.73 18l-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3M12 9v4M12 17h.01",
);
export const Undo2 = createIcon("M9 14 4 9l5-5M4 9h10.5a5.5 5.5 0 0 1 5.5 5.5a5.5 5.5 0 0 1-5.5 5.5H11");
export const Upload = createIcon("M12 3v12M17 8l-5-5-5 5M21 15v4a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-4");
export const UserRound = createIcon("M7 8a5 5 0 0 1 10 0a5 5 0 0 1 -10 0zM20 21a8 8 0 0 0-16 0");
export const Weight = createIcon(
  "M9 5a3 3 0 0 1 6 0a3 3 0 0 1 -6 0zM6.5 8a2 2 0 0 0-1.905 1.46L2.1 18.5A2 2 0 0 0 4 21h16a2 2 0 0 0 1.925-2.54L19.4 9.5A2 2 0 0 0 17.48 8Z",
);
export const WifiOff = createIcon(
  "M12 20h.01M8.5 16.429a5 5 0 0 1 7 0M5 12.859a10 10 0 0 1 5.17-2.69M19 12.859a10 10 0 0 0-2.007-1.523M2 8.82a15 15 0 0 1 4.177-2.643M22 8.82a15 15 0 0 0-11.288-3.764M2 2l20 20",
);
export const Workflow = createIcon(
  "M5 3h4a2 2 0 0 1 2 2v4a2 2 0 0 1 -2 2h-4a2 2 0 0 1 -2 -2v-4a2 2 0 0 1 2 -2zM7 11v4a2 2 0 0 0 2 2h4M15 13h4a2 2 0 0 1 2 2v4a2 2 0 0 1 -2 2h-4a2 2 0 0 1 -2 -2v-4a2 2 0 0 1 2 -2z",
);
export const WrapText = createIcon("M16 16l-3 3 3 3M3 12h14.5a1 1 0 0 1 0 7H13M3 19h6M3 5h18");
export const Wrench = createIcon(
  "M14.7 6.3a1 1 0 0 0 0 1.4l1.6 1.6a1 1 0 0 0 1.4 0l3.106-3.105c.32-.322.863-.22.983.218a6 6 0 0 1-8.259 7.057l-7.91 7.91a1 1 0 0 1-2.999-3l7.91-7.91a6 6 0 0 1 7.057-8.259c.438.12.54.662.219.984z",
);
export const X = createIcon("M18 6 6 18M6 6l12 12");
