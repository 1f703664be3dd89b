import type { Site } from '@solvane/contract/fleet';
import type { MetricRow } from '@solvane/contract/metric-values';
import type { FleetMapSettings, fleetMapQueries } from '@solvane/contract/widgets/fleet-map';
import type { CommonSettings } from '@solvane/contract/widgets/widget-settings';
import { eventTypeTextKey } from '@solvane/energy/events/text-keys';
import type { MessageKey } from '@solvane/i18n/messages';
import type { SiteNow } from '../../shared/fleet/fleet-now.ts';
import { losesPower } from '../../shared/fleet/fleet-text.ts';
import { pageFleet } from '../../shared/fleet/page-fleet.ts';
import { STATE_NAMES } from '../../shared/fleet/state-mark.tsx';
import { ageText } from '../../shared/time/age-text.ts';
import type { WidgetProps } from '../../shared/widgets/define-widget.ts';
import { metricReason, metricText } from '../../shared/widgets/metric-text.ts';
import type { WidgetTable, WidgetText } from '../../shared/widgets/widget-table.ts';

export type FleetMapProps = WidgetProps<CommonSettings & FleetMapSettings, ReturnType<typeof fleetMapQueries>>;

export interface SiteOnMap {
  now: SiteNow;
  row: MetricRow | undefined;
  /** null: it has none, and is listed below the map */
  place: { latitude: number; longitude: number } | null;
}

/** In the order of their names. */
export function sitesOnMap({ page: { sites }, data: { status, values } }: FleetMapProps): SiteOnMap[] {
  const rows = new Map(values?.rows.map((row) => [row.key, row]));
  return pageFleet(sites, status)
    .sites.map((now) => {
      const { latitude, longitude } = now.site.metadata;
      return {
        now,
        row: rows.get(now.site.siteId),
        place: latitude === null || longitude === null ? null : { latitude, longitude },
      };
    })
    .toSorted((a, b) => a.now.site.name.localeCompare(b.now.site.name));
}

export function needsAttention({ now }: SiteOnMap): boolean {
  return now.age.isStale || losesPower(now) || (now.openEvents ?? 0) > 0;
}

/** How far a cluster is led by a site: by what it loses, then by its events, then by late data. */
export function weightOf({ now: { losingKw, openEvents, age } }: SiteOnMap): number {
  return (losingKw ?? 0) + ((openEvents ?? 0) > 0 ? 1e-3 : 0) + (age.isStale ? 1e-4 : 0);
}

/** Names of what a site has no coordinates for. */
export function missingFields({ metadata }: Site): ('latitude' | 'longitude')[] {
  return (['latitude', 'longitude'] as const).filter((field) => metadata[field] === null);
}

/** State of a site in words: that of its most decisive open event, else what its power shows. */
export function stateText({ state, openByType }: SiteNow, { formatMessage }: WidgetText['intl']): string {
  const [worst] = openByType;
  return formatMessage({ id: worst ? (eventTypeTextKey(worst.type) as MessageKey) : STATE_NAMES[state] });
}

export function fleetMapTable(props: FleetMapProps, text: WidgetText): WidgetTable {
  const { formatMessage } = text.intl;
  const { color, metric } = props.settings;
  const sites = sitesOnMap(props);
  const unit = sites.find(({ row }) => row !== undefined)?.row?.unit ?? '';
  return {
    columns: [
      { id: 'site', header: formatMessage({ id: 'Widget_Column_Site' }) },
      { id: 'country', header: formatMessage({ id: 'DevicePanel_Grouping_country' }) },
      { id: 'latitude', header: formatMessage({ id: 'FleetMap_Column_Latitude' }), unit: '°' },
      { id: 'longitude', header: formatMessage({ id: 'FleetMap_Column_Longitude' }), unit: '°' },
      { id: 'state', header: formatMessage({ id: 'Home_Column_State' }) },
      { id: 'events', header: formatMessage({ id: 'Home_Column_OpenEvents' }), unit: '' },
      ...(color === 'metric' ? [{ id: 'metric', header: metricText(metric, text.intl), unit }] : []),
      { id: 'age', header: formatMessage({ id: 'Home_Column_Age' }) },
    ],
    rows: sites.map(({ now, row, place }) => ({
      id: now.site.siteId,
      values: {
        site: now.site.name,
        country: now.site.metadata.country,
        latitude: place?.latitude ?? null,
        longitude: place?.longitude ?? null,
        state: stateText(now, text.intl),
        events: now.openEvents,
        metric: row?.value ?? null,
        age: ageText(now.age.ageMs, formatMessage),
      },
      reason: row && metricReason(row, text.intl),
    })),
  };
}
