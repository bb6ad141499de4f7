import { createContext, type ReactNode, useContext } from "react";
import type { Words } from "./create_words.ts";

const WordsContext = createContext<Words | null>(null);

/** Hands the words of the page's language to everything below. */
export function WordsProvider({ words, children }: { words: Words; children: ReactNode }) {
  return <WordsContext value={words}>{children}</WordsContext>;
}

/** Gives the words of the page's language: `const { t, format } = useWords()`. */
export function useWords(): Words {
  const words = useContext(WordsContext);
  if (!words) throw new Error("useWords outside of WordsProvider");
  return words;
}
