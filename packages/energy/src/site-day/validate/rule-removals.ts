import { QUALITY_FLAGS, SENSOR_FAULT_MASK } from '../../quality/flags.ts';
import type { TestName } from '../../quality/method-attributes.ts';
import { isMethodName, QUALITY_METHODS } from '../../quality/methods.ts';
import { type RuleRemoval, TOO_MUCH } from '../../quality/rule-warnings.ts';
import type { SignalQuality } from '../../quality/site.ts';
import type { DeviceTree } from '../layout/device-tree.ts';
import { ofDay, type SiteFrame } from '../layout/frame.ts';
import type { ValidatedSignals } from './validated-signals.ts';

/** What people declared invalid and what never came is not removed by a test. */
const NOT_COUNTED = QUALITY_FLAGS.MISSING | QUALITY_FLAGS.MANUAL_INVALID | QUALITY_FLAGS.MANUAL_VALUE;
const TESTS = Object.keys(QUALITY_METHODS).filter(
  (name): name is TestName => isMethodName(name) && (QUALITY_METHODS[name].flag & SENSOR_FAULT_MASK) !== 0,
);

/**
 * Tests that removed more of a signal on the day than a test should.
 *
 * @param tree - devices of the site
 * @param signals - validated
 * @param frame - of the day
 * @returns by device, apCode and test
 */
export function ruleRemovals(tree: DeviceTree, signals: ValidatedSignals, frame: SiteFrame): RuleRemoval[] {
  const start = frame.spanInWindow.start + frame.dayInSpan.start;
  const daylight = new Uint8Array(frame.day.count);
  for (let i = 0; i < daylight.length; i++) daylight[i] = (frame.sunElevation[start + i] ?? Number.NaN) > 0 ? 1 : 0;
  const always = new Uint8Array(frame.day.count).fill(1);
  return tree.devices.flatMap((device) => {
    const counted = device.energySource === 'PV' ? daylight : always;
    const removals: RuleRemoval[] = [];
    for (const signal of signals.signalsOf(device.id).values()) {
      if ((signal.marks & SENSOR_FAULT_MASK) === 0) continue;
      const flags = ofDay(signal.flags, frame);
      const good = signal.good.subarray(start, start + frame.day.count);
      for (const each of removalsOf(signal, { flags, good, counted })) removals.push({ deviceId: device.id, ...each });
    }
    // In whatever order a device lists its signals.
    return removals.sort((a, b) => (a.apCode < b.apCode ? -1 : a.apCode > b.apCode ? 1 : 0));
  });
}

interface DayColumns {
  flags: Int32Array;
  /** NaN where removed. */
  good: Float64Array;
  /** 1 where points count. */
  counted: Uint8Array;
}

function removalsOf({ apCode }: SignalQuality, { flags, good, counted }: DayColumns): Omit<RuleRemoval, 'deviceId'>[] {
  const isPoint = (i: number) => counted[i] === 1 && ((flags[i] ?? 0) & NOT_COUNTED) === 0;
  let points = 0;
  for (let i = 0; i < flags.length; i++) if (isPoint(i)) points++;
  return TESTS.flatMap((method) => {
    const { flag } = QUALITY_METHODS[method];
    let removed = 0;
    for (let i = 0; i < flags.length; i++) {
      if (((flags[i] ?? 0) & flag) !== 0 && isPoint(i) && Number.isNaN(good[i])) removed++;
    }
    return removed > TOO_MUCH * points ? [{ apCode, method, removed, points }] : [];
  });
}
