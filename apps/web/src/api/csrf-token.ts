let current: Promise<string> | undefined;

/** The token of this session, asked for once. A failed question is not remembered. */
export function csrfToken(load: () => Promise<string>): Promise<string> {
  current ??= load().catch((error: unknown) => {
    current = undefined;
    throw error;
  });
  return current;
}

/** After `csrf.invalid`, or when another session began. */
export function forgetCsrfToken(): void {
  current = undefined;
}
