// Leaves out of menus what only modal ones need: the lock of the page's scrolling and the hiding of all else, 11 kB of the start.
// Menus of the page are open ones (`modal={false}`); dialogs keep both.

import type { Plugin } from "esbuild";

const namespace = "open-menus";
const needless = /^(react-remove-scroll|aria-hidden)$/;
const menuPackage = /[/\\]@radix-ui[/\\]react-menu[/\\]/;

/** What a modal menu would find instead: it says at once what is wrong. */
const stand = `function refuse() { throw new Error("menus are built without what a modal one needs"); }
export { refuse as RemoveScroll, refuse as hideOthers };`;

/** An esbuild plugin that builds menus without the parts of modal ones. */
export const openMenus: Plugin = {
  name: namespace,
  setup({ onLoad, onResolve }) {
    onResolve(
      { filter: needless },
      ({ importer, path }) => menuPackage.test(importer) ? { path, namespace, sideEffects: false } : null,
    );
    onLoad({ filter: /./, namespace }, () => ({ contents: stand, loader: "js" }));
  },
};
