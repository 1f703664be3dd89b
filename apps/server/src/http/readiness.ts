/** What has to work before anybody can sign in. */
export interface Readiness {
  /** Names of what is not there yet, for /healthz. */
  missing(): string[];
  isReady(): boolean;
  /** Marks a part as there. */
  set(part: string, ready: boolean): void;
}

export function createReadiness(parts: readonly string[]): Readiness {
  const missing = new Set(parts);
  return {
    missing: () => [...missing],
    isReady: () => missing.size === 0,
    set: (part, ready) => {
      if (ready) missing.delete(part);
      else missing.add(part);
    },
  };
}
