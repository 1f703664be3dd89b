const missing = new WeakSet<Error>();

/**
 * Notices files of the program that could not be loaded. The router reloads the page for an error by this message at once: while the server is away,
 * that would leave the browser's own error page, which never comes back by itself.
 */
export function watchProgramFiles(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    missing.add(payload);
    payload.message = `A file of the program is missing: ${payload.message}`;
  });
}

/** The server is away, or has a newer program: reloading the page mends both once the server answers. */
export function isProgramFileMissing(error: unknown): boolean {
  return error instanceof Error && missing.has(error);
}
