/** Who waits for the work: a user (`interactive`), a plant (`ingest`), or neither (`background`). */
export type Lane = 'interactive' | 'ingest' | 'background';

export interface WorkOptions {
  /** Default: interactive. */
  lane?: Lane | undefined;
  signal?: AbortSignal | undefined;
}
