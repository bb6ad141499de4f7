/** Files imported as text. */
declare module "*.cjs" {
  const text: string;
  export default text;
}
declare module "*.md" {
  const text: string;
  export default text;
}
declare module "*.mjs" {
  const text: string;
  export default text;
}
declare module "*.py" {
  const text: string;
  export default text;
}
declare module "*.woff2" {
  const text: string;
  export default text;
}
declare module "*/sendNotify.js" {
  const text: string;
  export default text;
}

/** A package without types. */
declare module "js-yaml" {
  export function load(text: string): unknown;
}
