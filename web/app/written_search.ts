import { type BrowserSearchHook, useSearch } from "wouter/use-browser-location";

/**
 * Passes the query of the URL to the router. The router decodes it once before its readers do, which would turn a file
 * name with "%41" into one with "A"; so it is encoded once here.
 */
export const useWrittenSearch: BrowserSearchHook = (options) => encodeURI(useSearch(options));
