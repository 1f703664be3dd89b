import { scaled } from '@solvane/series/columns';
import { aggregateChildren } from '../../rollup/tree.ts';
import type { CalcType } from '../../signals/calc-types.ts';
import { type ApCode, signalIdOf } from '../../signals/catalogue.ts';
import type { DetectContext } from '../detect/detect-context.ts';
import { ofDay } from '../layout/frame.ts';
import { onceADay } from '../layout/once-a-day.ts';
import type { DeviceLosses } from '../losses/device-losses.ts';
import type { DerivedColumn } from '../outputs.ts';

/** A generator at less than this share of its rating is not online. */
const ONLINE_FROM = 0.005;

/**
 * What generators and their site can and may do: ratings and how they age, what is online, what the grid takes, and what a cloudless day would
 * have given.
 *
 * @param context - everything known of the day
 * @param losses - of its generators
 */
export function limitColumns(context: DetectContext, losses: readonly DeviceLosses[]): DerivedColumn[] {
  const { site, tree, frame, signals, memory } = context;
  if (frame.day.count === 0) return [];
  const columns: DerivedColumn[] = [];
  const putOf = (deviceId: string) => (apCode: ApCode, calcType: CalcType, column: Pick<DerivedColumn, 'values' | 'weights'>) => {
    columns.push({ deviceId, signalId: signalIdOf(apCode, calcType), ...column });
  };
  const aging = { weight: 0, sum: 0 };
  for (const { id, capacityAc, capacityDc } of tree.generators) {
    const put = putOf(id);
    const rate = memory.devices.get(id)?.degradationRate;
    if (rate !== undefined) {
      put('DegradationRate', 'Calculated', onceADay(rate, capacityAc, frame));
      aging.weight += capacityAc;
      aging.sum += rate * capacityAc;
    }
    if (capacityAc > 0) put('CapacityAC', 'Calculated', onceADay(capacityAc, 1, frame));
    if (capacityDc > 0) put('CapacityDC', 'Calculated', onceADay(capacityDc, 1, frame));
    const power = capacityAc > 0 ? signals.find(id, 'ActivePower')?.values : undefined;
    if (power) put('OnlineStatus', 'Calculated', { values: onlineColumn(ofDay(power, frame), capacityAc) });
  }
  const put = putOf(site.id);
  const installed = { ac: sumOf(tree.generators, 'capacityAc'), dc: sumOf(tree.generators, 'capacityDc') };
  if (installed.ac > 0) put('CapacityAC', 'Calculated', onceADay(installed.ac, 1, frame));
  if (installed.dc > 0) put('CapacityDC', 'Calculated', onceADay(installed.dc, 1, frame));
  if (aging.weight > 0) put('DegradationRate', 'Calculated', onceADay(aging.sum / aging.weight, aging.weight, frame));
  const limit = ofDay(context.limit, frame);
  if (limit.some((kw) => !Number.isNaN(kw))) {
    put('ActivePower', 'Limit', { values: limit });
    put('ExportLimit', 'Limit', { values: limit });
  }
  if (losses.length > 0) put('ActivePower', 'ExpectedAtPcc', { values: expectedAtConnection(losses, frame) });
  const cloudless = cloudlessPower(context);
  if (cloudless) put('ActivePower', 'ClearSky', { values: cloudless });
  return columns;
}

function onlineColumn(power: Float64Array, rating: number): Float64Array {
  const online = new Float64Array(power.length);
  for (let i = 0; i < online.length; i++) {
    const share = (power[i] ?? Number.NaN) / rating;
    online[i] = Number.isNaN(share) ? Number.NaN : Number(share > ONLINE_FROM);
  }
  return online;
}

/** As sums of the generators are made: with too few of them there is none. */
function expectedAtConnection(losses: readonly DeviceLosses[], { stepHours }: DetectContext['frame']): Float64Array {
  const children = losses.map(({ device, expectedAtConnection: values }) => ({ values, capacity: device.capacityAc }));
  return scaled(aggregateChildren('sum', children).values, 1 / stepHours);
}

/** At 25 °C, after the losses of the modules' cables and up to the ratings. [kW] undefined: no modules whose plane is known */
function cloudlessPower({ tree, frame }: DetectContext): Float64Array | undefined {
  const inverters = tree.generators.flatMap((device) =>
    device.energySource === 'PV' && device.plane && device.capacityDc > 0 ? [{ ...device, plane: device.plane }] : [],
  );
  if (inverters.length === 0) return undefined;
  const first = frame.spanInWindow.start + frame.dayInSpan.start;
  const sum = new Float64Array(frame.day.count);
  for (const { plane, capacityDc, capacityAc, systemLoss } of inverters) {
    const light = frame.clearSkyOn(plane);
    const most = capacityAc > 0 ? capacityAc : Number.POSITIVE_INFINITY;
    for (let i = 0; i < sum.length; i++) {
      const kw = (capacityDc * Math.max(0, light[first + i] ?? Number.NaN) * (1 - systemLoss)) / 1000;
      sum[i] = (sum[i] ?? 0) + Math.min(kw, most);
    }
  }
  return sum;
}

function sumOf(generators: DetectContext['tree']['generators'], rating: 'capacityAc' | 'capacityDc'): number {
  return generators.reduce((sum, device) => sum + (device[rating] > 0 ? device[rating] : 0), 0);
}
