import { type BrowserSearchHook, useSearch } from "wouter/use-browser-location";

/**
 * Gives the query of the address to the router. The router decodes it once before any of its readers do, which would make
 * "A" of a file's name that holds "%41"; so it is encoded once more here.
 */
export const useWrittenSearch: BrowserSearchHook = (options) => encodeURI(useSearch(options));
