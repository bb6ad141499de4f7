export function isSafeMethod(method: string): boolean {
  return method === "GET" || method === "HEAD";
}

/**
 * Tells whether a request comes from the panel's own pages or from no browser at all. A link from elsewhere may be followed;
 * nothing else that another site starts is answered, not even when its cookie was sent along.
 */
export function isSameOriginRequest(request: Request, publicUrl: URL | null): boolean {
  const { headers, method } = request;
  const site = headers.get("sec-fetch-site");
  if (site === "same-origin" || site === "none") return true;
  if (site !== null) return isSafeMethod(method) && headers.get("sec-fetch-mode") === "navigate";
  const origin = headers.get("origin");
  if (origin !== null) return isPanelOrigin(origin, request, publicUrl);
  // Old browsers leave both out of a form's request; what they do send is where it comes from.
  const referer = isSafeMethod(method) ? null : headers.get("referer");
  return referer === null ||
    URL.canParse(referer) && isPanelOrigin(new URL(referer).origin, request, publicUrl);
}

function isPanelOrigin(origin: string, request: Request, publicUrl: URL | null): boolean {
  if (publicUrl) return origin === publicUrl.origin;
  if (!URL.canParse(origin)) return false;
  // The scheme is not compared: behind a proxy that ends TLS the panel itself is asked by http.
  const host = request.headers.get("host") ?? new URL(request.url).host;
  return new URL(origin).host === host.toLowerCase();
}
