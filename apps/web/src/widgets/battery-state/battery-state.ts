import type { BatteryUnit } from '@solvane/contract/battery-states';
import type { MetricRow } from '@solvane/contract/metric-values';
import type { BatteryStateSettings, batteryStateOptionalQueries, batteryStateQueries } from '@solvane/contract/widgets/battery-state';
import type { CommonSettings } from '@solvane/contract/widgets/widget-settings';
import type { WidgetProps } from '../../shared/widgets/define-widget.ts';

export type BatteryStateProps = WidgetProps<
  CommonSettings & BatteryStateSettings,
  ReturnType<typeof batteryStateQueries>,
  ReturnType<typeof batteryStateOptionalQueries>
>;

/** What a battery does. */
export type BatteryMode = 'Charging' | 'Discharging' | 'Standby';

export interface BatteryRow extends BatteryUnit {
  mode: BatteryMode | null;
  /** Until it is full or empty at this power. null: it rests, or is not known. [h] */
  remainingHours: number | null;
  /** Of today; of sites only. */
  cycles: number | null;
  /** Of the last 30 days; of sites only. [%] */
  roundTrip: number | null;
  adherence: number | null;
  isSpreadWide: boolean;
  isUneven: boolean;
}

/** Cells of one string that differ by more are out of balance. [mV] */
export const WIDE_SPREAD = 50;
/** Cells of one battery that differ by more are cooled unevenly. [°C] */
export const UNEVEN_TEMPERATURE = 8;
/** Of its rating: with less a battery rests. */
const RESTING = 0.005;

export function batteryRows({
  settings: { units },
  data: { batteries, today, days },
}: Pick<BatteryStateProps, 'settings' | 'data'>): BatteryRow[] {
  return (batteries?.items ?? []).map((unit) => {
    const ofSite = (rows: readonly MetricRow[] | undefined, metricId: MetricRow['metricId']) =>
      units === 'site' ? (rows?.find((row) => row.key === unit.siteId && row.metricId === metricId)?.value ?? null) : null;
    const [charged, discharged] = [ofSite(today?.rows, 'chargeEnergy'), ofSite(today?.rows, 'dischargeEnergy')];
    const { cellTemperatureMax: warmest, cellTemperatureMin: coolest, cellSpreadMv } = unit;
    return {
      ...unit,
      mode: modeOf(unit),
      remainingHours: remainingHours(unit),
      cycles: charged === null || discharged === null || !unit.ratedKwh ? null : (charged + discharged) / (2 * unit.ratedKwh),
      roundTrip: ofSite(days?.rows, 'rte'),
      adherence: ofSite(days?.rows, 'dispatchAdherence'),
      isSpreadWide: cellSpreadMv !== null && cellSpreadMv > WIDE_SPREAD,
      isUneven: warmest !== null && coolest !== null && warmest - coolest > UNEVEN_TEMPERATURE,
    };
  });
}

function modeOf({ powerKw, ratedPowerKw }: BatteryUnit): BatteryMode | null {
  if (powerKw === null) return null;
  if (Math.abs(powerKw) <= RESTING * (ratedPowerKw ?? 0)) return 'Standby';
  return powerKw < 0 ? 'Charging' : 'Discharging';
}

function remainingHours(unit: BatteryUnit): number | null {
  const { powerKw, storedKwh, usableKwh } = unit;
  const mode = modeOf(unit);
  if (powerKw === null || storedKwh === null || mode === 'Standby') return null;
  if (powerKw > 0) return storedKwh / powerKw;
  return usableKwh === null ? null : Math.max(0, usableKwh - storedKwh) / -powerKw;
}
