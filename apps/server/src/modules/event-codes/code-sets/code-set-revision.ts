import type { Revision } from '@solvane/contract/validity';
import type { EventCodeOverrideRow, EventCodeRow, EventCodeSetRow } from '../../../db/schema/event-codes.ts';
import { toRevision } from '../../configuration/revision.ts';

/** Of the set itself. */
export function codeSetRevision(set: EventCodeSetRow, codes: readonly EventCodeRow[]): Revision {
  const content = byCode(codes).map(({ code, category, eventType, priority, description }) => [
    code,
    category,
    eventType,
    priority,
    description,
  ]);
  return toRevision([set.name, set.manufacturer, set.models, set.energyType, content], set);
}

/** Of what one enterprise, or one of its sites, overrides. */
export function overridesRevision(overrides: readonly EventCodeOverrideRow[]): Revision {
  const content = byCode(overrides).map(({ code, category, eventType, priority }) => [code, category, eventType, priority]);
  const [latest] = overrides.toSorted((a, b) => b.updatedAtMs - a.updatedAtMs);
  return toRevision(content, latest);
}

function byCode<Row extends { code: string }>(rows: readonly Row[]): Row[] {
  return rows.toSorted((a, b) => (a.code < b.code ? -1 : 1));
}
