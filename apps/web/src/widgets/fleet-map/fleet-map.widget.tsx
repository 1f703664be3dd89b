import { boundsOf, type MapBounds, WORLD } from '@solvane/charts/options/map-frame';
import { rampColour } from '@solvane/charts/options/ramp';
import { SiteMap } from '@solvane/charts/site-map';
import { fleetMapQueries, fleetMapSettings } from '@solvane/contract/widgets/fleet-map';
import { measuredNumberText } from '@solvane/i18n/number-text';
import { IconMap, IconZoomOut } from '@tabler/icons-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { EventMark } from '../../shared/events/event-mark.tsx';
import { OPEN_EVENTS } from '../../shared/fleet/fleet-text.ts';
import { fleetState, pageFleet } from '../../shared/fleet/page-fleet.ts';
import { StateMark } from '../../shared/fleet/state-mark.tsx';
import { useNavigateTo } from '../../shared/routing/navigate-to.ts';
import { StateMessage } from '../../shared/states/state-message.tsx';
import { defineWidget, type WidgetChart } from '../../shared/widgets/define-widget.ts';
import { Drawing } from '../../shared/widgets/drawing.tsx';
import { metricReason, metricText } from '../../shared/widgets/metric-text.ts';
import { useSiteChoice } from '../../shared/widgets/use-site-choice.ts';
import { useWidgetText } from '../../shared/widgets/use-widget-text.ts';
import type { WidgetText } from '../../shared/widgets/widget-table.ts';
import classes from './fleet-map.module.css';
import {
  type FleetMapProps,
  fleetMapTable,
  missingFields,
  needsAttention,
  type SiteOnMap,
  sitesOnMap,
  stateText,
  weightOf,
} from './fleet-map.ts';

const RADIUS = 9;
const LEAST_RADIUS = 5;
const MOST_RADIUS = 18;
/** Differences at the ends of the scale, around what is as it should be. [%] */
const MOST_DIFFERENCE = 10;

export const fleetMapWidget = defineWidget({
  settings: fleetMapSettings,
  catalogue: { name: 'Widget_Type_fleetMap', about: 'Widget_About_fleetMap' },
  size: { least: [3, 4], initial: [4, 8], phone: 8 },
  frame: 'panel',
  marks: () => 'sites',
  selection: () => ({ events: OPEN_EVENTS }),
  title: ({ color }) => (color === 'state' ? 'FleetMap_Title' : 'TreeMap_Title'),
  titleValues: ({ metric }, _page, { intl }) => ({ metric: metricText(metric, intl) }),
  queries: fleetMapQueries,
  View: FleetMapView,
  charts: (props, text) => chartsOf(props, text, areaOf(props)),
  state: ({ page, data: { status } }: FleetMapProps) => fleetState(pageFleet(page.sites, status)),
  table: fleetMapTable,
});

function FleetMapView(props: FleetMapProps) {
  const { formatMessage } = useIntl();
  const text = useWidgetText();
  const navigateTo = useNavigateTo();
  const [zoomed, setZoomed] = useState<MapBounds | null>(null);
  const open = (siteId: string): void => navigateTo('monitor-site-overview', {}, { search: { site: siteId } });
  const choose = useSiteChoice(props.page);
  const sites = sitesOnMap(props);
  const without = sites.filter(({ place }) => place === null);
  const [chart] = chartsOf(props, text, zoomed ?? areaOf(props), { onOpen: open, onChoose: choose, onZoom: setZoomed });
  if (!chart) return <StateMessage icon={<IconMap />} title={formatMessage({ id: 'FleetMap_NoCoordinates' })} />;
  return (
    <div className={classes.map}>
      {zoomed && (
        <button type="button" className={classes.zoomOut} onClick={() => setZoomed(null)}>
          <IconZoomOut size={16} aria-hidden="true" />
          {formatMessage({ id: 'FleetMap_ZoomOut' })}
        </button>
      )}
      <Drawing chart={chart} />
      {without.length > 0 && (
        <ul className={classes.without}>
          {without.map(({ now: { site } }) => (
            <li key={site.siteId}>
              {formatMessage(
                { id: 'FleetMap_Missing' },
                {
                  site: site.name,
                  fields: missingFields(site)
                    .map((field) => formatMessage({ id: `FleetMap_Field_${field}` }))
                    .join(', '),
                },
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface MapActions {
  onChoose: (siteId: string) => void;
  onOpen: (siteId: string) => void;
  onZoom: (bounds: MapBounds) => void;
}

function chartsOf(props: FleetMapProps, text: WidgetText, bounds: MapBounds, actions?: MapActions): WidgetChart[] {
  const { settings } = props;
  const { intl } = text;
  const sites = sitesOnMap(props).flatMap((site) => (site.place ? [{ ...site, place: site.place }] : []));
  if (sites.length === 0) return [];
  const largest = Math.max(...sites.map(({ now }) => now.ratedPowerKw ?? 0));
  const values = sites.flatMap(({ row }) => row?.value ?? []);
  const isDifference = settings.metric === 'vsBudget' || settings.metric === 'vsExpected';
  const ramp = isDifference
    ? { low: -MOST_DIFFERENCE, high: MOST_DIFFERENCE }
    : { low: Math.min(0, ...values), high: Math.max(0, ...values) };
  const radiusOf = ({ now }: SiteOnMap) =>
    settings.size === 'equal' ? RADIUS : LEAST_RADIUS + (MOST_RADIUS - LEAST_RADIUS) * Math.sqrt((now.ratedPowerKw ?? 0) / (largest || 1));
  return [
    {
      label: intl.formatMessage({ id: 'FleetMap_Label' }, { count: sites.length }),
      draw: (palette, size) => (
        <SiteMap
          palette={palette}
          size={size}
          bounds={bounds}
          isClustered={settings.cluster}
          clusterText={(count, names) => intl.formatMessage({ id: 'FleetMap_Cluster_Text' }, { count, names: names.join(', ') })}
          points={sites.map((site) => {
            const { now, place, row } = site;
            const colours = isDifference ? palette.diverging : palette.heat;
            return {
              ...place,
              id: now.site.siteId,
              name: now.site.name,
              mark: settings.color === 'state' ? <Mark site={site} /> : null,
              colour:
                settings.color === 'state'
                  ? undefined
                  : row?.value == null
                    ? palette.surface3
                    : rampColour({ ...ramp, colours }, row.value),
              radius: radiusOf(site),
              weight: weightOf(site),
              isNamed: settings.labels === 'all' || (settings.labels === 'attention' && needsAttention(site)),
              description: describe(site, props, text),
            };
          })}
          {...actions}
        />
      ),
    },
  ];
}

/** Shape of the most decisive open event, else of the state. */
function Mark({ site: { now } }: { site: SiteOnMap }) {
  const [worst] = now.openByType;
  return worst ? <EventMark type={worst.type} /> : <StateMark state={now.state} />;
}

function describe({ now, row }: SiteOnMap, { settings }: FleetMapProps, { intl }: WidgetText): string {
  const value =
    row?.value == null ? [] : [`${metricText(settings.metric, intl)} ${measuredNumberText(row.value, intl.locale)} ${row.unit}`];
  const reason = row && metricReason(row, intl);
  return [now.site.name, stateText(now, intl), ...value, ...(reason === undefined ? [] : [reason])].join(', ');
}

/** Degrees of the settings. */
function areaOf(props: FleetMapProps): MapBounds {
  const { area, west, east, south, north } = props.settings;
  if (area === 'fixed' && west !== null && east !== null && south !== null && north !== null) return { west, east, south, north };
  const places = sitesOnMap(props).flatMap(({ place }) => place ?? []);
  return (area === 'auto' ? boundsOf(places) : undefined) ?? WORLD;
}
