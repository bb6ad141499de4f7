export function isSafeMethod(method: string): boolean {
  return method === "GET" || method === "HEAD";
}

/**
 * Returns whether a request comes from the panel's own pages or not from a browser. A link from another site may be
 * followed; any other request that another site starts is rejected, even when its cookie was sent along.
 */
export function isSameOriginRequest(request: Request, publicUrl: URL | null): boolean {
  const { headers, method } = request;
  const site = headers.get("sec-fetch-site");
  if (site === "same-origin" || site === "none") return true;
  if (site !== null) return isSafeMethod(method) && headers.get("sec-fetch-mode") === "navigate";
  const origin = headers.get("origin");
  if (origin !== null) return isPanelOrigin(origin, request, publicUrl);
  // Old browsers omit both headers for a form's request; what they do send identifies the origin.
  const referer = isSafeMethod(method) ? null : headers.get("referer");
  return referer === null ||
    URL.canParse(referer) && isPanelOrigin(new URL(referer).origin, request, publicUrl);
}

function isPanelOrigin(origin: string, request: Request, publicUrl: URL | null): boolean {
  if (publicUrl) return origin === publicUrl.origin;
  if (!URL.canParse(origin)) return false;
  // The scheme is not compared: behind a proxy that terminates TLS, the panel itself is called over http.
  const host = request.headers.get("host") ?? new URL(request.url).host;
  return new URL(origin).host === host.toLowerCase();
}
