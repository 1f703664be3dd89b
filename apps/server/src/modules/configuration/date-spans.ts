import type { DateSpan } from '@solvane/energy/time/validity';
import { SINCE_EVER } from '../../db/schema/fleet.ts';
import { FOR_EVER } from '../../db/schema/quality.ts';

export function toDateSpan({ validFrom, validTo }: { validFrom: string | null; validTo: string | null }): DateSpan {
  return { validFrom: validFrom ?? SINCE_EVER, validTo: validTo ?? FOR_EVER };
}

export function fromDateSpan({ validFrom, validTo }: DateSpan): { validFrom: string | null; validTo: string | null } {
  return { validFrom: validFrom === SINCE_EVER ? null : validFrom, validTo: validTo === FOR_EVER ? null : validTo };
}

/** A span as messages show it. */
export function spanText(span: DateSpan): string {
  const { validFrom, validTo } = fromDateSpan(span);
  return `${validFrom ?? '…'} – ${validTo ?? '…'}`;
}
