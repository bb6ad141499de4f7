import { useEffect, useRef, useState } from "react";

const typingMs = 250;

/**
 * Keeps the typed text apart from the search `q` until typing pauses. The third value searches immediately: call it
 * when the field loses focus, so that the search does not run after the user's next action.
 */
export function useSearchText(
  q: string,
  search: (q: string) => void,
): [string, (text: string) => void, () => void] {
  const [text, setText] = useState(q);
  const asked = useRef(q);
  useEffect(() => {
    // Changed by back navigation, a bookmark or "clear filters", not by this field.
    if (q !== asked.current) setText(asked.current = q);
  }, [q]);
  const ask = () => {
    if (text.trim() === asked.current) return;
    asked.current = text.trim();
    search(text.trim());
  };
  useEffect(() => {
    if (text.trim() === asked.current) return;
    const timer = setTimeout(ask, typingMs);
    return () => clearTimeout(timer);
  }, [text, search]);
  return [text, setText, ask];
}
