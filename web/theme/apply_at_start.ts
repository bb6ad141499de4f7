// Imported first by main.tsx: the theme is on the document before anything is drawn.

import { applyTheme, readTheme } from "./theme.ts";

applyTheme(readTheme());
