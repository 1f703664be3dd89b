import type { EventType } from './event-types.ts';
import type { SystemCode } from './system-codes.ts';

/**
 * Message key of an event type.
 *
 * @param type - any
 */
export function eventTypeTextKey(type: EventType): `EventType_${string}` {
  return `EventType_${inOneWord(type)}`;
}

/**
 * Message key of a category every installation begins with. Categories people added or renamed are shown by their name.
 *
 * @param name - of the category
 */
export function categoryTextKey(name: string): `EventCategory_${string}` {
  return `EventCategory_${inOneWord(name)}`;
}

/**
 * Message key that describes an event calculations found.
 *
 * @param code - of the system's code set
 */
export function systemCodeTextKey(code: SystemCode): `SystemCode_${SystemCode}` {
  return `SystemCode_${code}`;
}

function inOneWord(text: string): string {
  return text
    .split(/[^A-Za-z]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');
}
