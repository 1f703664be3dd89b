import type { Issue } from '@solvane/contract/errors';
import type { FleetDescription, SegmentDescription, SiteDescription } from '@solvane/contract/fleet-description';
import { pairOf } from '@solvane/energy/devices/attribute-pairs';
import { type AttributeDefinition, attributesOf, findAttribute, isRequiredFor } from '@solvane/energy/devices/attributes';
import { canStandBelow, getSegmentType, isSegmentType, type SegmentType } from '@solvane/energy/devices/segment-types';
import { isZone } from '@solvane/energy/time/zone';
import { attributeIssue, isSiteField, orderIssue } from '../metadata/attribute-values.ts';
import type { Path } from './source.ts';

/** What is already there and not part of the description. */
export interface KnownFleet {
  enterpriseIds: ReadonlySet<string>;
  /** Site of every segment, sites' own segments included. */
  siteIdBySegmentId: ReadonlyMap<string, string>;
}

const NOTHING_KNOWN: KnownFleet = { enterpriseIds: new Set(), siteIdBySegmentId: new Map() };

/** Everything that is wrong (error) or will leave something incomplete (warning), in the order of the file. */
export function checkDescription(description: FleetDescription, known: KnownFleet = NOTHING_KNOWN): Issue[] {
  const issues: Issue[] = [];
  const report: Report = (path, message, values, level = 'error') => issues.push({ level, path, message, ...(values ? { values } : {}) });
  const taken = new Set<string>();
  const claim = (id: string, siteId: string, path: Path) => {
    const elsewhere = known.siteIdBySegmentId.get(id);
    if (taken.has(id)) report([...path, 'id'], 'Fleet_Import_DuplicateId', { id });
    else if (elsewhere !== undefined && elsewhere !== siteId)
      report([...path, 'id'], 'Fleet_Import_IdOfOtherSite', { id, siteId: elsewhere });
    taken.add(id);
  };

  const enterpriseIds = new Set<string>();
  for (const [index, { id }] of description.enterprises.entries()) {
    if (enterpriseIds.has(id)) report(['enterprises', index, 'id'], 'Fleet_Import_DuplicateId', { id });
    enterpriseIds.add(id);
  }
  const isEnterprise = (id: string) => enterpriseIds.has(id) || known.enterpriseIds.has(id);

  for (const [index, site] of description.sites.entries()) {
    const path = ['sites', index];
    claim(site.id, site.id, path);
    checkSite(site, path, { report, isEnterprise });
    checkAttributes(site.metadata, { type: 'Site', path, site, report });
    const segments = new Map(site.segments.map((segment) => [segment.id, segment]));
    for (const [position, segment] of site.segments.entries()) {
      const segmentPath = [...path, 'segments', position];
      claim(segment.id, site.id, segmentPath);
      checkSegment(segment, { path: segmentPath, site, segments, report });
    }
  }
  return issues;
}

type Report = (path: Path, message: string, values?: Issue['values'], level?: Issue['level']) => void;

function checkSite(
  site: SiteDescription,
  path: Path,
  { report, isEnterprise }: { report: Report; isEnterprise: (id: string) => boolean },
): void {
  if (!isEnterprise(site.enterpriseId)) report([...path, 'enterpriseId'], 'Fleet_Import_UnknownEnterprise', { id: site.enterpriseId });
  for (const [index, id] of site.contractorEnterpriseIds.entries()) {
    const at = [...path, 'contractorEnterpriseIds', index];
    if (!isEnterprise(id)) report(at, 'Fleet_Import_UnknownEnterprise', { id });
    if (id === site.enterpriseId) report(at, 'Fleet_Import_ContractorIsOwner', { id }, 'warning');
  }
  if (site.timezone !== null && !isZone(site.timezone)) report([...path, 'timezone'], 'Attribute_Problem_zone', { value: site.timezone });
  for (const name of ['timezone', 'latitude', 'longitude'] as const)
    if (site[name] === null) report(path, 'Fleet_Import_MissingAttribute', { attribute: name, id: site.id }, 'warning');
}

interface SegmentContext {
  path: Path;
  site: SiteDescription;
  segments: ReadonlyMap<string, SegmentDescription>;
  report: Report;
}

function checkSegment(segment: SegmentDescription, { path, site, segments, report }: SegmentContext): void {
  const type = segment.type;
  if (!isSegmentType(type) || type === 'Site') {
    report([...path, 'type'], 'Fleet_Import_UnknownType', { type });
    return;
  }
  if (site.energyType !== 'Hybrid' && !getSegmentType(type).energyTypes.includes(site.energyType))
    report([...path, 'type'], 'Fleet_Import_UnlikelyEnergyType', { type, energyType: site.energyType }, 'warning');
  checkParent(segment, type, { path, site, segments, report });
  checkAttributes(segment.metadata, { id: segment.id, type, path, site, report });
}

function checkParent(segment: SegmentDescription, type: SegmentType, { path, site, segments, report }: SegmentContext): void {
  const at = [...path, 'parentId'];
  const parent = segment.parentId === null ? undefined : segments.get(segment.parentId);
  const parentType = parent?.type ?? 'Site';
  if (segment.parentId === site.id) report(at, 'Fleet_Import_ParentIsSite', { id: segment.id });
  else if (segment.parentId !== null && !parent) report(at, 'Fleet_Import_UnknownParent', { parentId: segment.parentId, siteId: site.id });
  else if (isBelowItself(segment, segments)) report(at, 'Fleet_Import_ParentCircle', { id: segment.id });
  else if (isSegmentType(parentType) && !canStandBelow(type, parentType))
    report(at, 'Fleet_Import_UnlikelyParent', { type, parentType }, 'warning');
}

function isBelowItself(segment: SegmentDescription, segments: ReadonlyMap<string, SegmentDescription>): boolean {
  const above = new Set<string>([segment.id]);
  let next = segment.parentId;
  while (next !== null && !above.has(next)) {
    above.add(next);
    next = segments.get(next)?.parentId ?? null;
  }
  return next === segment.id;
}

interface AttributeContext {
  id?: string;
  type: SegmentType;
  path: Path;
  site: SiteDescription;
  report: Report;
}

function checkAttributes(metadata: SegmentDescription['metadata'], context: AttributeContext): void {
  const { type, path, site, report } = context;
  for (const [name, given] of Object.entries(metadata)) {
    checkAttribute(name, given, context);
    checkOrder(name, metadata, context);
  }
  const isGiven = ({ name }: AttributeDefinition) => metadata[name] !== undefined || (type === 'Site' && isSiteField(name));
  for (const attribute of attributesOf(type).filter((each) => isRequiredFor(each, type) && !isGiven(each)))
    report(path, 'Fleet_Import_MissingAttribute', { attribute: attribute.name, id: context.id ?? site.id }, 'warning');
}

function checkAttribute(name: string, given: SegmentDescription['metadata'][string], { type, path, site, report }: AttributeContext): void {
  const at = [...path, 'metadata', name];
  const attribute = findAttribute(name);
  if (!attribute) report(at, 'Attribute_Problem_unknown', { attribute: name });
  else if (type === 'Site' && isSiteField(name)) report(at, 'Fleet_Import_AttributeIsField', { attribute: name });
  else if (!attribute.segmentTypes.includes(type)) report(at, 'Attribute_Problem_type', { attribute: name, type });
  else checkValues(attribute, given, { at, site, report });
}

/** Of two ends out of order the upper one is named. */
function checkOrder(name: string, metadata: SegmentDescription['metadata'], { path, report }: AttributeContext): void {
  if (pairOf(name)?.isLower !== false) return;
  const issue = orderIssue(name, (attribute) => entriesOf(metadata[attribute]));
  if (issue) report([...path, 'metadata', name], issue.message, issue.values);
}

function entriesOf(given: SegmentDescription['metadata'][string] | undefined) {
  if (given === undefined) return [];
  return Array.isArray(given) ? given : [{ from: null, value: given }];
}

function checkValues(
  attribute: AttributeDefinition,
  given: SegmentDescription['metadata'][string],
  { at, site, report }: { at: Path; site: SiteDescription; report: Report },
): void {
  const entries = entriesOf(given);
  const dates = new Set<string | null>();
  for (const [index, { from, value }] of entries.entries()) {
    const path = Array.isArray(given) ? [...at, index] : at;
    if (dates.has(from)) report(path, 'Fleet_Import_SameDateTwice', { attribute: attribute.name, from: from ?? '' });
    dates.add(from);
    const issue = value === null ? undefined : attributeIssue(attribute, value, path);
    if (issue) report(path, issue.message, issue.values);
    else if (attribute.kind === 'segment' && value !== null && value !== site.id && !site.segments.some(({ id }) => id === value))
      report(path, 'Attribute_Problem_segment', { attribute: attribute.name, value: String(value) });
  }
}
