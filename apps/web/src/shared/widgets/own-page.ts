import type { Site } from '@solvane/contract/fleet';
import { type DevicesSetting, isOfKind, powerDevicesOf } from '@solvane/contract/widgets/widget-devices';
import type { WidgetPage } from '@solvane/contract/widgets/widget-page';
import type { CommonSettings } from '@solvane/contract/widgets/widget-settings';
import { resolvePeriod } from '@solvane/energy/time/period';
import { commonZone } from '../time/common-zone.ts';
import type { FocusMarks } from './define-widget.ts';

type Selected = Pick<WidgetPage, 'sites' | 'segmentIds'>;

/** The devices and the period that the settings name; days are those of the sites that remain. */
export function ownPage(page: WidgetPage, { devices, period }: Pick<CommonSettings, 'devices' | 'period'>, marks?: FocusMarks): WidgetPage {
  const selected = selectedBy(page, devices, marks);
  const isNarrower = selected.sites.length !== page.sites.length || devices.of !== 'page';
  const zone = isNarrower ? commonZone(selected.sites.map(({ metadata }) => metadata.timezone)) : page.zone;
  const selection = period === 'page' ? page.periodSelection : period;
  const isMoved = period !== 'page' || (zone !== page.zone && selection !== undefined);
  return {
    ...page,
    ...selected,
    zone,
    ...(isNarrower && page.trees && { powerDeviceIds: powerDevicesOf({ sites: selected.sites, trees: page.trees }) }),
    ...(selection && isMoved && { period: resolvePeriod(selection, zone, page.nowMs), periodSelection: selection }),
  };
}

function selectedBy(page: WidgetPage, devices: DevicesSetting, marks: FocusMarks): Selected {
  const all = page.allSites ?? page.sites;
  switch (devices.of) {
    case 'page':
      return focused(page, marks);
    case 'kind':
      return { sites: all.filter((site) => isOfKind(site, devices)), segmentIds: null };
    case 'fixed':
      return fixed(all, devices.ids, page.trees);
  }
}

/** Where sites are chosen all of them stay, and where devices are chosen those of the site do. */
function focused({ sites, segmentIds = null, focus }: WidgetPage, marks: FocusMarks): Selected {
  if (!focus || marks === 'sites') return { sites, segmentIds };
  const isWhole = focus.segmentId === focus.site.siteSegmentId || marks === 'devices';
  return { sites: [focus.site], segmentIds: isWhole ? null : [focus.segmentId] };
}

/** @param ids - of sites or of any segments */
function fixed(all: readonly Site[], ids: readonly string[], trees: WidgetPage['trees']): Selected {
  const wanted: ReadonlySet<string> = new Set(ids);
  const isWhole = ({ siteId, siteSegmentId }: Site) => wanted.has(siteId) || wanted.has(siteSegmentId);
  const parts = new Map(
    all.map((site) => [site.siteId, isWhole(site) ? [] : (trees?.get(site.siteId)?.nodes.filter(({ id }) => wanted.has(id)) ?? [])]),
  );
  const sites = all.filter((site) => isWhole(site) || (parts.get(site.siteId)?.length ?? 0) > 0);
  if (sites.every(isWhole)) return { sites, segmentIds: null };
  return {
    sites,
    segmentIds: sites.flatMap((site) => (isWhole(site) ? [site.siteSegmentId] : (parts.get(site.siteId) ?? []).map(({ id }) => id))),
  };
}
