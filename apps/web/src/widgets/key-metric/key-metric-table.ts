import {
  KEY_METRIC_NAMES,
  type KeyMetric,
  type keyMetricOptionalQueries,
  type keyMetricQueries,
} from '@solvane/contract/widgets/key-metric';
import { fleetMonth } from '../../shared/fleet/fleet-month.ts';
import { fleetNow } from '../../shared/fleet/fleet-now.ts';
import type { WidgetProps } from '../../shared/widgets/define-widget.ts';
import type { WidgetTable, WidgetText } from '../../shared/widgets/widget-table.ts';

export type KeyMetricProps = WidgetProps<
  { metric: KeyMetric },
  ReturnType<typeof keyMetricQueries>,
  ReturnType<typeof keyMetricOptionalQueries>
>;

const MINUTE_MS = 60_000;

/** Sites of the page now. */
export function fleetOf({ page, data: { status } }: Pick<KeyMetricProps, 'page' | 'data'>) {
  return fleetNow({ sites: page.sites, statuses: status.items, nowMs: status.nowMs });
}

/** Figures of the current month of the sites of the page. */
export function monthOf({ page: { sites }, data: { month } }: Pick<KeyMetricProps, 'page' | 'data'>) {
  const shown = new Set<string>(sites.map(({ siteId }) => siteId));
  return fleetMonth(month?.items.filter(({ siteId }) => shown.has(siteId)) ?? []).whole;
}

export function keyMetricTable(props: KeyMetricProps, { intl: { formatMessage }, noValueText }: WidgetText): WidgetTable {
  const { metric } = props.settings;
  const { value, unit, reasons = [] } = numberOf(props);
  return {
    columns: [
      { id: 'metric', header: formatMessage({ id: 'Widget_Form_Metric' }) },
      { id: 'value', header: formatMessage({ id: 'Widget_Value' }), unit },
    ],
    rows: [
      {
        id: metric,
        values: { metric: formatMessage({ id: KEY_METRIC_NAMES[metric] }), value },
        reason: value === null ? noValueText(reasons) : undefined,
      },
    ],
  };
}

function numberOf(props: KeyMetricProps): { value: number | null; unit: string; reasons?: readonly string[] } {
  const fleet = fleetOf(props);
  const { sites, stale, freshAgeMs, cost } = fleet;
  const oldest = stale.find(({ age }) => age.ageMs !== null) ?? stale[0];
  switch (props.settings.metric) {
    case 'powerNow':
      return { value: fleet.powerKw, unit: 'kW', reasons: sites.flatMap(({ reasons }) => reasons.power) };
    case 'lostCostNow':
      if (cost) return { value: cost.perHour, unit: `${cost.currency}/h` };
      return { value: fleet.losingKw, unit: 'kW', reasons: sites.flatMap(({ reasons }) => reasons.losing) };
    case 'openEvents':
      return { value: fleet.openEvents, unit: '', reasons: sites.flatMap(({ reasons }) => reasons.openEvents) };
    case 'runningSites':
      return { value: fleet.counts.running, unit: '' };
    case 'availability.Technical.time': {
      const { availability, reasons } = monthOf(props);
      return { value: availability === null ? null : availability * 100, unit: '%', reasons: reasons.availability };
    }
    case 'energy': {
      const { energyKwh, reasons } = monthOf(props);
      return { value: energyKwh, unit: 'kWh', reasons: reasons.energy };
    }
    case 'dataAge': {
      const ageMs = oldest ? oldest.age.ageMs : freshAgeMs;
      return { value: ageMs === null ? null : ageMs / MINUTE_MS, unit: 'min', reasons: ['neverReceived'] };
    }
  }
}
