import { AppError } from '@solvane/contract/errors';
import type { SegmentId, SiteId } from '@solvane/contract/ids';
import { categoryRank, DEFAULT_CATEGORY_SETS } from '@solvane/energy/events/category-sets';
import { resolveCode } from '@solvane/energy/events/code-sets';
import { SYSTEM_CODE_SET } from '@solvane/energy/events/detected-events';
import { defaultPriority, type EventType } from '@solvane/energy/events/event-types';
import { SYSTEM_CODES } from '@solvane/energy/events/system-codes';
import type { EventClassification } from '@solvane/energy/events/timeline';
import type { EventCodes } from '@solvane/energy/site-day/group/group-events';
import type { Db } from '../../../db/db.ts';
import type { ReadEventCodes } from '../grouping/regroup.ts';

/** The classification a user asks for; what is absent follows from the rest. */
export interface RequestedClassification {
  code?: string | undefined;
  category?: string | undefined;
  type?: EventType | undefined;
}

/** Classifies events by the code sets of their devices; each site is read once. */
export class Classifications {
  readonly #db: Db;
  readonly #readCodes: ReadEventCodes;
  readonly #bySite = new Map<string, Promise<(segmentId: string) => EventCodes | undefined>>();

  constructor(db: Db, readCodes: ReadEventCodes) {
    this.#db = db;
    this.#readCodes = readCodes;
  }

  /**
   * The classification of an event after a user changes some of it.
   *
   * @param before - undefined: there is no event yet
   * @throws AppError events.categoryNotInSet; events.codeNotInSet for a code that the device's code set does not have
   */
  async changed(
    { siteId, segmentId, atMs }: { siteId: SiteId; segmentId: SegmentId; atMs: number },
    wanted: RequestedClassification,
    before: EventClassification | undefined,
  ): Promise<EventClassification> {
    const codes = await this.#codesOf(siteId, segmentId, atMs);
    const code = wanted.code ?? before?.code ?? '';
    const isCodeOther = code !== before?.code;
    // A new event may have a code of its author's; one that a device sent may not become what no device of its kind sends.
    if (isCodeOther && before) assertKnownCode(code, codes, segmentId);
    const base = isCodeOther || !before ? classify(code, codes) : before;
    const eventType = wanted.type;
    if (wanted.category === undefined) return eventType === undefined ? { ...base, code } : withType({ ...base, code }, eventType, codes);
    const category = codes.categories.find(({ name }) => name === wanted.category);
    if (!category) throw new AppError('events.categoryNotInSet', { values: { category: wanted.category, device: segmentId } });
    return withType({ ...base, code, category: category.name }, eventType ?? category.eventType, codes);
  }

  async #codesOf(siteId: SiteId, segmentId: SegmentId, atMs: number): Promise<EventCodes> {
    const reading = this.#bySite.get(siteId) ?? this.#readCodes(this.#db, siteId, atMs);
    this.#bySite.set(siteId, reading);
    return (await reading)(segmentId) ?? { codeSet: [], enterpriseOverrides: [], siteOverrides: [], categories: DEFAULT_CATEGORY_SETS.All };
  }
}

/** A device without a code set may send anything. */
function assertKnownCode(code: string, codes: EventCodes, device: SegmentId): void {
  if (codes.codeSet.length === 0 || Object.hasOwn(SYSTEM_CODES, code)) return;
  const stated = [codes.codeSet, codes.enterpriseOverrides, codes.siteOverrides].some((known) => known.some((each) => each.code === code));
  if (!stated) throw new AppError('events.codeNotInSet', { values: { code, device } });
}

function classify(code: string, codes: EventCodes): EventClassification {
  const codeSet = Object.hasOwn(SYSTEM_CODES, code) ? SYSTEM_CODE_SET : codes.codeSet;
  const { isMapped: _, ...classification } = resolveCode({
    ...codes,
    code,
    codeSet,
    rankOf: (name) => categoryRank(codes.categories, name),
  });
  return classification;
}

function withType(classification: EventClassification, eventType: EventType, { categories }: EventCodes): EventClassification {
  return { ...classification, eventType, priority: defaultPriority(eventType, categoryRank(categories, classification.category)) };
}
