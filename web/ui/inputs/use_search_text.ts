import { useEffect, useRef, useState } from "react";

const typingMs = 250;

/**
 * Keeps what is typed apart from what is searched for, `q`, until typing pauses. The third it gives searches at once: for when the
 * box is left, so that a search does not come behind what is done next.
 */
export function useSearchText(
  q: string,
  search: (q: string) => void,
): [string, (text: string) => void, () => void] {
  const [text, setText] = useState(q);
  const asked = useRef(q);
  useEffect(() => {
    // Back, a bookmark or "clear filters" changed it, not this box.
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
