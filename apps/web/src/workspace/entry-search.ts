import { z } from 'zod';
import { parsePeriodParam } from '../shared/time/period-address.ts';

/**
 * What every address may carry. The period stays in it; the others are orders that are carried out on arrival and then leave the address.
 * Anything else than what is meant is ignored: addresses are typed, linked and mangled by mail programs.
 */
const entrySearchSchema = z.object({
  period: z
    .string()
    .refine((text) => parsePeriodParam(text) !== undefined)
    .optional()
    .catch(undefined),
  /** The site or device that the widgets of a page are about. */
  focus: z.string().min(1).max(64).optional().catch(undefined),
  /** A stored view. */
  sharedId: z.string().max(64).optional().catch(undefined),
  /** Devices to select, as in a copied link of the device panel. */
  devices: z.array(z.string().max(64)).max(100).optional().catch(undefined),
  signals: z.array(z.string().max(128)).max(100).optional().catch(undefined),
});
export type EntrySearch = z.infer<typeof entrySearchSchema>;

export function parseEntrySearch(search: Record<string, unknown>): EntrySearch {
  const parsed = entrySearchSchema.parse(search);
  // What is refused has to be reported: the router keeps a raw value that the answer does not name.
  return Object.fromEntries(Object.entries(parsed).filter(([name, value]) => value !== undefined || Object.hasOwn(search, name)));
}
