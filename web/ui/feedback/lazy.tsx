// Parts of the page that load on first render. Every lazy part goes through here, so that one that fails to load, for
// example because the panel was updated, does not break the page and is requested again next time.

import { type ComponentType, type ReactNode, Suspense, use } from "react";
import type { QueryClient } from "@tanstack/react-query";
import type { Api } from "../../api/request.ts";
import { loadChunk } from "../../load_chunk.ts";
import type { Messages } from "../../messages/create_messages.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { BrokenPage, BrokenPart, ErrorBoundary, type Failure } from "./error_boundary.tsx";

type Load<P> = () => Promise<{ default: ComponentType<P>; prefetch?: (data: PageData) => Promise<unknown> }>;

/** What a page needs to begin its requests before it is rendered. */
export interface PageData {
  api: Api;
  queries: QueryClient;
}

/** A component whose code loads on first render; needs a Suspense above it, unless it is from `lazyDialog`. */
export interface LazyComponent<P> {
  (props: P): ReactNode;
  /**
   * Loads the code now, and with `data` what it shows first, if the code has a `prefetch`. Rejects when the code fails
   * to load; the next render tries again.
   */
  preload(messages: Messages, data?: PageData): Promise<void>;
}

export interface LazyOptions {
  /** `start` for a component that uses only the messages loaded at startup; otherwise all messages load along with the code. */
  texts?: "start" | "all";
}

export interface LazyPartOptions<P> extends LazyOptions {
  /** Rendered in addition when loading failed. */
  beside?: (props: P) => ReactNode;
  /** Closes the overlay when loading failed. */
  close?: (props: P) => void;
  /** Whether it is no larger than an icon. */
  small?: boolean;
}

/** Creates a lazy page, or a component that fills most of one. */
export function lazyPage<P extends object>(load: Load<P>, options: LazyOptions = {}): LazyComponent<P> {
  return lazyComponent(load, { ...options, fallback: ({ error }) => <BrokenPage error={error} /> });
}

/** Creates a lazy overlay that stays open until it is closed. */
export function lazyDialog<P extends { onClose: () => void }>(
  load: Load<P>,
  options: LazyOptions = {},
): LazyComponent<P> {
  const Dialog = lazyPart(load, { ...options, close: ({ onClose }) => onClose() });
  const Waiting = (props: P) => (
    <Suspense>
      <Dialog {...props} />
    </Suspense>
  );
  return Object.assign(Waiting, { preload: Dialog.preload });
}

/** Creates any other lazy part; with `close`, an overlay. */
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
        <BrokenPart error={error} onClose={onClose} small={small} />
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
  // Called on reset, not right after a failure: otherwise each render would start loading again, forever.
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
  const preload = async (messages: Messages, data?: PageData) => {
    try {
      await Promise.all([start(messages), data && load().then(({ prefetch }) => prefetch?.(data))]);
    } catch (error) {
      forget();
      throw error;
    }
  };
  return Object.assign(Lazy, { preload });
}
