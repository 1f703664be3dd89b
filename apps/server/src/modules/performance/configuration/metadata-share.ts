import { attributesOf, isRequiredFor } from '@solvane/energy/devices/attributes';
import { isSegmentType } from '@solvane/energy/devices/segment-types';
import type { SegmentRow, SiteRow } from '../../fleet/fleet-state.ts';
import type { MetadataOn } from './metadata-on.ts';

/** What a site itself must say, wherever it is kept. */
const OF_THE_SITE = ['timezone', 'latitude', 'longitude', 'signalCalcPeriod', 'energyType'] as const satisfies readonly (keyof SiteRow)[];

/**
 * Share of the attributes calculations need of a site and its devices that are stated: a part of the site's data quality.
 *
 * @param options - the site on a day; a price counts as one thing
 * @returns 0 to 1
 */
export function metadataShare({
  site,
  segments,
  metadata,
  isPriced,
}: {
  site: SiteRow;
  segments: readonly SegmentRow[];
  metadata: MetadataOn;
  isPriced: boolean;
}): number {
  const answers = [isPriced, ...OF_THE_SITE.map((name) => site[name] !== null)];
  for (const { id, segmentType, isDisabled } of segments) {
    if (isDisabled || !isSegmentType(segmentType)) continue;
    for (const attribute of attributesOf(segmentType)) {
      const isCounted = id === site.segmentId && OF_THE_SITE.some((name) => name === attribute.name);
      if (isRequiredFor(attribute, segmentType) && !isCounted) answers.push(metadata.text(id, attribute.name) !== undefined);
    }
  }
  return answers.filter(Boolean).length / answers.length;
}
