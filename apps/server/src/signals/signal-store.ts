import type { SignalFiles } from './signal-files.ts';
import type { SignalMaintenance } from './signal-maintenance.ts';
import type { SignalReader } from './signal-reader.ts';
import type { SignalWriter } from './signal-writer.ts';

/**
 * The store of points. It knows series by number (see series-registry.ts), not by device and signal, and does not check who may see them. Missing is
 * NaN in columns and an absent row in the store. Callers take the part that they use.
 */
export interface SignalStore extends SignalReader, SignalWriter, SignalMaintenance, SignalFiles {}
