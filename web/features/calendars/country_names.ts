import { useMemo } from "react";
import { languageTag } from "../../messages/language.ts";
import { useMessages } from "../../messages/use_messages.tsx";

/** Returns the names of countries in the language of the page. */
export function useCountryNames(): (country: string) => string {
  const { language } = useMessages();
  return useMemo(() => {
    const names = new Intl.DisplayNames([languageTag(language)], { type: "region" });
    return (country) => /^[A-Z]{2}$/.test(country) ? names.of(country) ?? country : country;
  }, [language]);
}
