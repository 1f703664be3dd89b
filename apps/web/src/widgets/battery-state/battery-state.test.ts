import { expect, test } from 'vitest';
import { widgetText } from '../../testing/widget-text.ts';
import { type BatteryStateProps, batteryRows } from './battery-state.ts';
import { batteryStateWidget } from './battery-state.widget.tsx';

const UNIT = {
  ...{
    segmentId: 'B',
    siteId: 'B',
    name: 'Brazos',
    stateOfCharge: 40,
    stateOfChargeMin: 38,
    stateOfChargeMax: 45,
    powerKw: -2_000,
    setpointKw: -2_500,
  },
  ...{ availableChargeKw: 5_000, availableDischargeKw: 5_000, storedKwh: 4_000, usableKwh: 10_000, ratedPowerKw: 5_000, ratedKwh: 10_000 },
  ...{ stateOfHealth: 97, cellSpreadMv: 60, cellTemperatureMax: 35, cellTemperatureMin: 26, atMs: 0 },
};

function battery(own: object = {}): BatteryStateProps {
  const read = batteryStateWidget.settings.read({ version: 1, settings: {} });
  if (read.status !== 'complete') throw new Error('incomplete');
  const row = (metricId: string, value: number) => ({ key: 'B', metricId, value });
  const data = {
    batteries: { nowMs: 1, items: [{ ...UNIT, ...own }], history: { timesMs: [], stateOfCharge: [], powerKw: [] } },
    today: { rows: [row('chargeEnergy', 5_200), row('dischargeEnergy', 4_420)] },
    days: { rows: [row('rte', 85), row('dispatchAdherence', 96)] },
  };
  return { settings: read.settings, page: { sites: [], zone: 'UTC', nowMs: 1 }, data } as unknown as BatteryStateProps;
}

test('a battery that takes power is charging, and is full when what is missing has come', () => {
  expect(batteryRows(battery())).toMatchObject([{ mode: 'Charging', remainingHours: 3, cycles: 0.481, roundTrip: 85, adherence: 96 }]);
  expect(batteryRows(battery({ powerKw: 2_000 }))).toMatchObject([{ mode: 'Discharging', remainingHours: 2 }]);
  expect(batteryRows(battery({ powerKw: 10 }))).toMatchObject([{ mode: 'Standby', remainingHours: null }]);
  expect(batteryRows(battery({ powerKw: null }))).toMatchObject([{ mode: null, remainingHours: null }]);
});

test('cells more than 50 mV or 8 °C apart are marked', () => {
  expect(batteryRows(battery())).toMatchObject([{ isSpreadWide: true, isUneven: true }]);
  expect(batteryRows(battery({ cellSpreadMv: 50, cellTemperatureMin: 27 }))).toMatchObject([{ isSpreadWide: false, isUneven: false }]);
});

test('the table has what the picture has', () => {
  const { columns, rows } = batteryStateWidget.table(battery(), widgetText());
  expect(columns).toHaveLength(15);
  expect(rows).toMatchObject([{ values: { unit: 'Brazos', stateOfCharge: 40, setpointKw: -2_500, cycles: 0.481, cellSpreadMv: 60 } }]);
});
