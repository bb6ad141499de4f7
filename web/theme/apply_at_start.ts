// Imported first by main.tsx, so that the theme is set before the first paint.

import { applyTheme, readTheme } from "./theme.ts";

applyTheme(readTheme());
