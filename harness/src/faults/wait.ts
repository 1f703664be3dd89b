const STEP_MS = 50;

/** Waits until the probe stops throwing. @throws its last error after the limit, which is far beyond what a slow machine needs */
export async function eventually<T>(probe: () => Promise<T>, limitMs = 240_000): Promise<T> {
  const endMs = Date.now() + limitMs;
  for (;;)
    try {
      return await probe();
    } catch (error) {
      if (Date.now() > endMs) throw error;
      await pause(STEP_MS);
    }
}

export function pause(durationMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, durationMs));
}

/** @throws Error with the message when the condition does not hold */
export function ensure(holds: boolean, message: string): void {
  if (!holds) throw new Error(message);
}
