import { isTest, type Rule } from "../rule.ts";

/** `:has()` inside `:not()`, as Tailwind's variant or in CSS. */
const hasInNot = /\bnot-(?:in-|group-|peer-)?\[[^\]\s]*:has\(|:not\([^(){}]*(?:\([^(){}]*)*:has\(/;

export const styleRule: Rule = {
  says:
    "No :has() inside :not(): the browser would compute the styles of the whole page anew for every element that is added",
  find(tree) {
    return [...tree].filter(([path, source]) =>
      path.startsWith("web/") && /\.(tsx|css)$/.test(path) && !isTest(path) && hasInNot.test(source)
    ).map(([path]) => `${path}: style the plain state, and override it with in-[…:has(…)]`);
  },
  broken: {
    "web/ui/feedback/regions.tsx": `<div className="md:not-in-[body:has([data-dialog])]:end-6" />`,
    "web/styles.css": `.a:not(:where(body:has([data-dialog])) *) { inset: 0 }`,
  },
  allowed: {
    "web/ui/feedback/toasts.tsx": `<div className="end-6 in-[body:has(>[data-dialog])]:end-auto" />`,
    "web/ui/card.css": `.a:not(:hover):has(> .b) { inset: 0 }`,
  },
};
