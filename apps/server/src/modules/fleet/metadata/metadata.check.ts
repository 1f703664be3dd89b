import type { Issue } from '@solvane/contract/errors';
import type { MetadataChange } from '@solvane/contract/fleet';
import type { SegmentId, SiteId } from '@solvane/contract/ids';
import type { DatedValue } from '@solvane/energy/devices/attribute-pairs';
import { findAttribute, isRequiredFor } from '@solvane/energy/devices/attributes';
import { isSegmentType } from '@solvane/energy/devices/segment-types';
import { asAttributeKind, attributeIssue, isSiteField, orderIssue } from './attribute-values.ts';
import type { MetadataSegment } from './metadata.queries.ts';

export interface MetadataContext {
  /** Segments the caller sees. */
  visible: ReadonlyMap<SegmentId, MetadataSegment>;
  editableSiteIds: ReadonlySet<SiteId>;
  /** Segments that values refer to, with their sites. */
  references: ReadonlyMap<string, SiteId>;
  /** What is kept of the ends of ranges, before any of the changes. */
  historyOf(segmentId: SegmentId, attribute: string): readonly DatedValue[];
  /** undefined: the attribute was never set. */
  lastChangeOf(segmentId: SegmentId, attribute: string): { changedAtMs: number; changedBy: string; value: unknown } | undefined;
}

/** A change that can be written, its value in the form of its attribute. */
export interface AcceptedChange extends MetadataChange {
  siteId: SiteId;
}

/** Each cell for itself: one that cannot be written does not stop the others. */
export function checkMetadataChanges(
  changes: readonly MetadataChange[],
  context: MetadataContext,
): { accepted: AcceptedChange[]; failed: { index: number; issue: Issue }[] } {
  const accepted: AcceptedChange[] = [];
  const failed: { index: number; issue: Issue }[] = [];
  const taken = new Set<string>();
  for (const [index, change] of changes.entries()) {
    const cell = JSON.stringify([change.segmentId, change.attribute, change.validFrom]);
    const checked = taken.has(cell) ? problem('Metadata_Problem_Twice') : checkChange(change, { ...context, changes });
    taken.add(cell);
    if ('message' in checked) failed.push({ index, issue: { ...checked, path: ['changes', index, 'value'] } });
    else accepted.push(checked);
  }
  return { accepted, failed };
}

function checkChange(
  change: MetadataChange,
  { visible, editableSiteIds, references, historyOf, lastChangeOf, changes }: MetadataContext & { changes: readonly MetadataChange[] },
): AcceptedChange | Issue {
  const segment = visible.get(change.segmentId);
  if (!segment) return problem('Metadata_Problem_Device');
  if (!editableSiteIds.has(segment.siteId)) return problem('Metadata_Problem_Permission');
  const { segmentType, siteId } = segment;
  const attribute = findAttribute(change.attribute);
  if (!attribute) return problem('Attribute_Problem_unknown', { attribute: change.attribute });
  const { name } = attribute;
  if (!isSegmentType(segmentType) || !attribute.segmentTypes.includes(segmentType))
    return problem('Attribute_Problem_type', { attribute: name, type: segmentType });
  if (segmentType === 'Site' && isSiteField(name) && change.validFrom !== null)
    return problem('Attribute_Problem_undated', { attribute: name });
  const last = lastChangeOf(change.segmentId, name);
  if (change.seenChangeMs !== undefined && change.seenChangeMs !== (last?.changedAtMs ?? null))
    return last
      ? problem('Metadata_Problem_Changed', { attribute: name, author: last.changedBy })
      : problem('Metadata_Problem_Removed', { attribute: name });
  const isEmptied = change.value === null || change.remove;
  if (isEmptied && change.validFrom === null && isRequiredFor(attribute, segmentType))
    return problem('Attribute_Problem_required', { attribute: name });
  const disorder = orderIssue(name, (each) => withChanges(historyOf(change.segmentId, each), changes, { ...change, attribute: each }));
  if (disorder) return problem(disorder.message, disorder.values);
  if (change.value === null || change.remove) return { ...change, siteId };
  const value = asAttributeKind(attribute, change.value);
  const refused = attributeIssue(attribute, value, []);
  if (refused) return refused;
  if (attribute.kind === 'segment' && references.get(String(value)) !== siteId)
    return problem('Attribute_Problem_segment', { attribute: name, value: String(value) });
  return { ...change, value, siteId };
}

/** The history of an attribute of one device as it will be. */
function withChanges(
  history: readonly DatedValue[],
  changes: readonly MetadataChange[],
  { segmentId, attribute }: Pick<MetadataChange, 'segmentId' | 'attribute'>,
): DatedValue[] {
  const byDate = new Map(history.map((each) => [each.from, each]));
  for (const { validFrom, value, remove, ...change } of changes) {
    if (change.segmentId !== segmentId || change.attribute !== attribute) continue;
    if (remove) byDate.delete(validFrom);
    else byDate.set(validFrom, { from: validFrom, value });
  }
  return [...byDate.values()];
}

function problem(message: string, values: NonNullable<Issue['values']> = {}): Issue {
  return { level: 'error', path: [], message, values };
}
