import { type AttributeName, findAttribute } from '@solvane/energy/devices/attributes';
import { type LocalDay, parseIsoDate, toIsoDate } from '@solvane/energy/time/local-day';
import { SINCE_EVER } from '../../../db/schema/fleet.ts';
import type { AttributeValue, MetadataRows } from '../../fleet/fleet-state.ts';

/** Metadata of the devices of a site as they hold on one day. */
export interface MetadataOn {
  /** NaN: not stated. */
  number(id: string, name: AttributeName): number;
  text(id: string, name: AttributeName): string | undefined;
  /** Of the device, else of the nearest one above it that has it, else the default. */
  inheritedNumber(id: string, name: AttributeName): number;
  inheritedText(id: string, name: AttributeName): string | undefined;
}

/** @param lineageOf - the device and everything above it, the site last */
export function metadataOn(
  metadata: ReadonlyMap<string, MetadataRows>,
  lineageOf: (id: string) => readonly string[],
  day: LocalDay,
): MetadataOn {
  const date = toIsoDate(day);
  const own = (id: string, name: string): AttributeValue | undefined => valueOn(metadata.get(id)?.get(name), date);
  const inherited = (id: string, name: AttributeName): AttributeValue | undefined => {
    for (const ancestor of lineageOf(id)) {
      const value = own(ancestor, name);
      if (value !== undefined) return value;
    }
    return findAttribute(name)?.assumed;
  };
  return {
    number: (id, name) => toNumber(own(id, name)),
    text: (id, name) => toText(own(id, name)),
    inheritedNumber: (id, name) => toNumber(inherited(id, name)),
    inheritedText: (id, name) => toText(inherited(id, name)),
  };
}

/** Days on which some value of some device begins or ends to hold, ascending. */
export function metadataChanges(metadata: ReadonlyMap<string, MetadataRows>): LocalDay[] {
  const days = new Set<LocalDay>();
  for (const ofSegment of metadata.values()) {
    for (const history of ofSegment.values()) {
      for (const validFrom of history.keys()) {
        const day = validFrom === SINCE_EVER ? undefined : parseIsoDate(validFrom);
        if (day !== undefined) days.add(day);
      }
    }
  }
  return [...days].sort((a, b) => a - b);
}

/** Rows come by date; the last one that has begun holds, and null ends it. */
function valueOn(history: ReadonlyMap<string, AttributeValue | null> | undefined, date: string): AttributeValue | undefined {
  let value: AttributeValue | null = null;
  for (const [validFrom, next] of history ?? []) if (validFrom === SINCE_EVER || validFrom <= date) value = next;
  return value ?? undefined;
}

function toNumber(value: AttributeValue | undefined): number {
  return typeof value === 'number' ? value : Number.NaN;
}

function toText(value: AttributeValue | undefined): string | undefined {
  return value === undefined ? undefined : String(value);
}
