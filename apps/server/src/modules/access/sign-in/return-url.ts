/** Any origin that no request can have: only the shape of the path counts. */
const HERE = 'http://return.invalid';

/**
 * Where the browser goes after login: a path on this origin, else the start page. Browsers read `\` as `/`, drop tabs and line ends, and resolve
 * `//host` as another host, so the text is parsed as they do and rebuilt from its parts.
 */
export function safeReturnUrl(returnUrl: unknown): string {
  if (typeof returnUrl !== 'string' || returnUrl.length > 2_000 || !returnUrl.startsWith('/') || !URL.canParse(returnUrl, HERE)) return '/';
  const url = new URL(returnUrl, HERE);
  if (url.origin !== HERE || url.username !== '' || url.password !== '') return '/';
  const path = url.pathname + url.search + url.hash;
  // Also what becomes another host's address or a second header once a proxy in between has decoded it.
  if (/^\/(?:[/\\]|%2f|%5c)/i.test(path) || /%[01][0-9a-f]|%7f/i.test(url.pathname)) return '/';
  return isLoginPath(url.pathname) ? '/' : path;
}

function isLoginPath(path: string): boolean {
  return path === '/account/login' || path === '/account/logout' || path === '/account/setup';
}
