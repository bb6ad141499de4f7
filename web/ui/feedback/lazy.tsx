// Parts of the page that are loaded when they are first shown. There is no other way to have one: a part that cannot be loaded,
// because the panel was updated since, takes nothing of the page with it and is asked for again the next time.

import { type ComponentType, type ReactNode, use } from "react";
import { loadChunk } from "../../load_chunk.ts";
import type { Messages } from "../../messages/create_messages.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { BrokenPage, BrokenPart, ErrorBoundary, type Failure } from "./error_boundary.tsx";

type Load<P> = () => Promise<{ default: ComponentType<P> }>;

/** A component whose code is loaded when it is first shown; stands below a Suspense. */
export interface LazyComponent<P> {
  (props: P): ReactNode;
  /** Loads it now. Rejects when that fails; it is then loaded again when it is shown. */
  preload(messages: Messages): Promise<void>;
}

export interface LazyOptions {
  /** `start` for what shows no texts but those loaded at the start; else all texts are loaded beside the code. */
  texts?: "start" | "all";
}

export interface LazyPartOptions<P> extends LazyOptions {
  /** What is shown besides when it failed. */
  beside?: (props: P) => ReactNode;
  /** Closes what lies over the page when it failed. */
  close?: (props: P) => void;
  /** Whether it is no larger than an icon. */
  small?: boolean;
}

/** Makes a page, or what fills most of one. */
export function lazyPage<P extends object>(load: Load<P>, options: LazyOptions = {}): LazyComponent<P> {
  return lazyComponent(load, { ...options, fallback: ({ error }) => <BrokenPage error={error} /> });
}

/** Makes something that lies over the page until it is closed. */
export function lazyDialog<P extends { onClose: () => void }>(
  load: Load<P>,
  options: LazyOptions = {},
): LazyComponent<P> {
  return lazyPart(load, { ...options, close: ({ onClose }) => onClose() });
}

/** Makes any other part of a page; with `close` one that lies over it. */
export function lazyPart<P extends object>(
  load: Load<P>,
  { texts = "all", beside, close, small }: LazyPartOptions<P> = {},
): LazyComponent<P> {
  const fallback = ({ error, reset }: Failure, props: P) => {
    const onClose = close && (() => {
      reset();
      close(props);
    });
    return (
      <>
        {beside?.(props)}
        <BrokenPart {...{ error, onClose, small }} />
      </>
    );
  };
  return lazyComponent(load, { texts, fallback });
}

interface LazyComponentOptions<P> extends LazyOptions {
  fallback: (failure: Failure, props: P) => ReactNode;
}

function lazyComponent<P extends object>(
  load: Load<P>,
  { texts = "all", fallback }: LazyComponentOptions<P>,
): LazyComponent<P> {
  let loaded: ComponentType<P> | undefined;
  let loading: Promise<ComponentType<P>> | undefined;
  const start = (messages: Messages) =>
    loading ??= (async () => {
      const [code] = await Promise.all([loadChunk(load), texts === "all" && messages.later()]);
      return loaded = code.default;
    })();
  // Not at once when it fails: what is drawn would begin to load again for ever.
  const forget = () => {
    if (!loaded) loading = undefined;
  };
  function Part(props: P) {
    const messages = useMessages();
    const Loaded = loaded ?? use(start(messages));
    return <Loaded {...props} />;
  }
  function Lazy(props: P) {
    return (
      <ErrorBoundary fallback={(failure) => fallback(failure, props)} onReset={forget}>
        <Part {...props} />
      </ErrorBoundary>
    );
  }
  const preload = async (messages: Messages) => {
    try {
      await start(messages);
    } catch (error) {
      forget();
      throw error;
    }
  };
  return Object.assign(Lazy, { preload });
}
