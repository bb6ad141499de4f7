import { useEffect, useRef, useState } from "react";

const typingMs = 250;

/** Keeps what is typed apart from what is searched for, `q`, until typing pauses. */
export function useSearchText(
  q: string,
  search: (q: string) => void,
): [string, (text: string) => void] {
  const [text, setText] = useState(q);
  const asked = useRef(q);
  useEffect(() => {
    // Back, a bookmark or "clear filters" changed it, not this box.
    if (q !== asked.current) setText(asked.current = q);
  }, [q]);
  useEffect(() => {
    if (text.trim() === asked.current) return;
    const timer = setTimeout(() => {
      asked.current = text.trim();
      search(text.trim());
    }, typingMs);
    return () => clearTimeout(timer);
  }, [text, search]);
  return [text, setText];
}
