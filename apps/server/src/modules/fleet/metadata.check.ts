import type { Issue } from '@solvane/contract/errors';
import type { MetadataChange } from '@solvane/contract/fleet';
import type { SegmentId, SiteId } from '@solvane/contract/ids';
import { type AttributeValue, findAttribute, isRequiredFor } from '@solvane/energy/devices/attributes';
import { isSegmentType } from '@solvane/energy/devices/segment-types';
import { asAttributeKind, attributeIssue, isSiteField, orderIssue } from './attribute-values.ts';
import type { MetadataSegment } from './metadata.queries.ts';

export interface MetadataContext {
  /** Segments the caller sees. */
  visible: ReadonlyMap<SegmentId, MetadataSegment>;
  editableSiteIds: ReadonlySet<SiteId>;
  /** Segments that values refer to, with their sites. */
  references: ReadonlyMap<string, SiteId>;
  /** What holds of an attribute from a date on, before any of the changes; null date: since ever. */
  holding(segmentId: SegmentId, attribute: string, validFrom: string | null): AttributeValue | null;
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
  { visible, editableSiteIds, references, holding, changes }: MetadataContext & { changes: readonly MetadataChange[] },
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
  const isEmptied = change.value === null || change.remove;
  if (isEmptied && change.validFrom === null && isRequiredFor(attribute, segmentType))
    return problem('Attribute_Problem_required', { attribute: name });
  if (change.value === null || change.remove) return { ...change, siteId };
  const value = asAttributeKind(attribute, change.value);
  const refused = attributeIssue(attribute, value, []);
  if (refused) return refused;
  if (attribute.kind === 'segment' && references.get(String(value)) !== siteId)
    return problem('Attribute_Problem_segment', { attribute: name, value: String(value) });
  const { segmentId, validFrom } = change;
  const disorder = orderIssue(name, value, (other) => {
    const begun = changes.filter(
      (each) => each.segmentId === segmentId && each.attribute === other && (each.validFrom ?? '') <= (validFrom ?? ''),
    );
    const beside = begun.sort((a, b) => ((a.validFrom ?? '') < (b.validFrom ?? '') ? -1 : 1)).at(-1);
    return beside ? (beside.remove ? null : beside.value) : holding(segmentId, other, validFrom);
  });
  return disorder ? problem(disorder.message, disorder.values) : { ...change, value, siteId };
}

function problem(message: string, values: NonNullable<Issue['values']> = {}): Issue {
  return { level: 'error', path: [], message, values };
}
