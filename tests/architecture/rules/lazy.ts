import { stripQuoted } from "../read_imports.ts";
import { isCode, isTest, type Rule } from "../rule.ts";

const helpers = /\b(?:lazyPage|lazyDialog|lazyPart|loadChunk)\(\s*\(\) =>\s*import\(/g;
const imports = /(typeof\s+)?\bimport\(/g;
const lazyOfReact = /\blazy\b[^;"]*\}\s*from "react"|\bReact\.lazy\b/;

export const lazyRule: Rule = {
  says:
    "The page loads its parts by lazyPage, lazyDialog, lazyPart or loadChunk only, which handle timeouts and errors",
  find(tree) {
    return [...tree].filter(([path]) => path.startsWith("web/") && isCode(path) && !isTest(path))
      .filter(([path]) => !path.startsWith("web/build")).flatMap(([path, source]) =>
        findIssues(path, source)
      );
  },
  broken: {
    "web/features/tasks/list.tsx": `const Bar = lazy(() => import("./bar.tsx"));`,
    "web/app/layout.tsx": `import { lazy as later, useState } from "react"; const Bar = later(load);`,
    "web/ui/overlays/menu.tsx": `import * as React from "react"; const Bar = React.lazy(load);`,
    "web/features/logs/page.tsx": `const load = () => import("./part.tsx"); const Part = lazyPart(load);`,
    "web/ui/editor.ts": `const { check } = await import("./check.ts");`,
  },
  allowed: {
    "web/ui/feedback/lazy.tsx": `import { use } from "react";`,
    "web/features/tasks/page.tsx":
      `const Bar = lazyPart(() => import("./bar.tsx"), { texts: "start" }); const T = typeof import("./x.ts");`,
    "web/features/tasks/dialog.tsx": `const Bar = lazyDialog(() =>\n  import("./bar.tsx")\n);`,
    "web/ui/editor.tsx": `const { check } = await loadChunk(() => import("./check.ts"));`,
    "web/build/scripts.ts": `const { stop } = await import("esbuild");`,
    "server/mail.ts": `const { createTransport } = await import("nodemailer");`,
  },
};

function findIssues(path: string, source: string): string[] {
  const code = stripQuoted(source);
  const dynamic = [...code.matchAll(imports)].filter(([, typeOnly]) => typeOnly === undefined).length;
  const helped = [...code.matchAll(helpers)].length;
  return [
    ...(dynamic > helped ? [`${path}: imports a part of the page by itself`] : []),
    ...(lazyOfReact.test(code) ? [`${path}: uses lazy of React`] : []),
  ];
}
