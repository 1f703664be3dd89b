import { UNCLASSIFIED } from './category-sets.ts';
import { defaultPriority, type EventType, UNMAPPED_PRIORITY } from './event-types.ts';

/** What a controller code means by the code set of the device model. */
export interface EventCode {
  code: string;
  category: string;
  eventType: EventType;
  /** Absent: by type and rank of the category. */
  priority?: number;
  description: string;
}

/** What an enterprise or a site says differently. Absent fields are not overridden. */
export interface CodeOverride {
  code: string;
  category?: string;
  eventType?: EventType;
  priority?: number;
}

/** Meaning of a code at one site. */
export interface ResolvedCode {
  code: string;
  category: string;
  eventType: EventType;
  priority: number;
  /** False: nothing states what the code is, it belongs on the list of unmapped codes. */
  isMapped: boolean;
}

export interface CodeLookup {
  code: string;
  codeSet: readonly EventCode[];
  enterpriseOverrides: readonly CodeOverride[];
  siteOverrides: readonly CodeOverride[];
  /** Rank of a category in the set the device uses. */
  rankOf: (category: string) => number;
}

/**
 * Meaning of a code: for each field the site's word counts, else the enterprise's, else that of the code set, else Unknown.
 *
 * A code that the set does not have is mapped as well where an override states both its category and its type.
 *
 * @param lookup - code and everything configured about it
 * @returns category, type and priority; unmapped codes are Unknown and Unclassified with priority 500
 */
export function resolveCode({ code, codeSet, enterpriseOverrides, siteOverrides, rankOf }: CodeLookup): ResolvedCode {
  const known = codeSet.find((each) => each.code === code);
  const overrides = [siteOverrides, enterpriseOverrides].map((level) => level.find((each) => each.code === code));
  const [site, enterprise] = overrides;
  const statedCategory = site?.category ?? enterprise?.category ?? known?.category;
  const statedType = site?.eventType ?? enterprise?.eventType ?? known?.eventType;
  const category = statedCategory ?? UNCLASSIFIED;
  const eventType = statedType ?? 'Unknown';
  const isMapped = statedCategory !== undefined && statedType !== undefined;
  const overridden = site?.priority ?? enterprise?.priority;
  const byCategory = isMapped ? (known?.priority ?? defaultPriority(eventType, rankOf(category))) : UNMAPPED_PRIORITY;
  return { code, category, eventType, priority: overridden ?? byCategory, isMapped };
}
