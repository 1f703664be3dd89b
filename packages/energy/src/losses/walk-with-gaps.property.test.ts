import { seededRandom } from '@solvane/series/seeded-random';
import { expect, test } from 'vitest';
import { overdesignLosses } from '../availability/overdesign.ts';
import type { EventType } from '../events/event-types.ts';
import { allocateLosses, type LossSlice, residualEnergy } from './allocation.ts';
import { intervalLoss } from './interval-loss.ts';
import { solarWalk, type WalkBar, type WalkLosses, windWalk } from './loss-walk.ts';
import { estimateMissing } from './missing-energy.ts';
import { carveResidual } from './residual.ts';
import { addProductionOf, comparableProduction, noProduction } from './walk-production.ts';

const STEP_MS = 600_000;
const TYPES: readonly EventType[] = ['Downtime', 'Curtailment', 'Degraded', 'Communication Loss', 'Unknown', 'Warning'];
const _ = Number.NaN;

/** Sum of what is known. */
const total = (values: Iterable<number>) => {
  let sum = 0;
  for (const value of values) if (!Number.isNaN(value)) sum += value;
  return sum;
};

/** A site with gaps in everything: expectation, production, meter and limit. */
function randomSite(seed: number) {
  const random = seededRandom(seed);
  const count = 1 + Math.floor(random() * 24);
  const gapShare = random() < 0.2 ? 0 : random() * 0.6;
  const column = (value: () => number, share = gapShare) => Float64Array.from({ length: count }, () => (random() < share ? _ : value()));
  const limit = random() < 0.4 ? column(() => 6 * (20 + 300 * random()), 0.2) : new Float64Array(count).fill(_);
  const treatment = random() < 0.3 ? ('asLost' as const) : ('noLoss' as const);
  const devices = Array.from({ length: 1 + Math.floor(random() * 5) }, () => {
    const expected = column(() => (random() < 0.2 ? 0 : 100 * random()));
    const actual = column(() => (random() < 0.1 ? -2 * random() : 110 * random()));
    const silent = Uint8Array.from(expected, () => (random() < 0.1 ? 1 : 0));
    let atMs = 0;
    const slices = Array.from({ length: Math.floor(random() * 6) }, (): LossSlice => {
      const startMs = atMs + Math.floor(random() * 3 * STEP_MS);
      atMs = startMs + 1 + Math.floor(random() * 6 * STEP_MS);
      return { startMs, endMs: atMs, eventType: TYPES[Math.floor(random() * TYPES.length)] ?? 'Downtime' };
    });
    return { actual, slices, interval: intervalLoss({ expected, actual, silent, silenceTreatment: treatment }) };
  });
  return { count, limit, devices, connection: column(() => devices.length * 90 * random(), 0.3), collectionLoss: 0.05 * random() };
}

function walkOf(seed: number) {
  const { count, limit, devices, connection, collectionLoss } = randomSite(seed);
  const controlled = devices.map(({ interval }) => ({ ...interval, acRating: 700 }));
  const { losses, expectedAtConnection } = overdesignLosses('energyLossRatio', {
    devices: controlled,
    limit,
    stepHours: 1 / 6,
    collectionLoss,
  });
  const estimates = estimateMissing(
    {
      generators: devices.map(({ actual, interval }, k) => ({
        actual: actual.map((kwh, i) => (interval.lostInSilence[i] === 1 ? 0 : kwh)),
        expected: expectedAtConnection[k] ?? new Float64Array(),
      })),
      others: new Float64Array(count),
      connection,
      ratedEnergy: devices.length * 100,
    },
    collectionLoss,
  );
  const sums = noProduction();
  const lost: WalkLosses = { downtime: 0, curtailment: 0, degraded: 0, unknown: 0, communication: 0, icing: 0, snow: 0, soiling: 0 };
  const direct = { unexplained: 0, noData: 0, withoutExpectation: 0, gross: 0, expected: 0, own: 0, estimated: 0, produced: 0, both: 0 };
  for (const [k, { actual, slices, interval }] of devices.entries()) {
    const through = expectedAtConnection[k] ?? new Float64Array();
    const loss = losses[k] ?? new Float64Array();
    const allocation = allocateLosses({
      grid: { startMs: 0, stepMs: STEP_MS, count },
      expected: interval.expected,
      loss,
      slices,
      lostInSilence: interval.lostInSilence,
    });
    const residual = residualEnergy(interval.expected, interval.produced, allocation);
    const parts = carveResidual({
      residual,
      dayIndex: new Int32Array(count),
      snowOrIce: Uint8Array.from(residual, (_value, i) => (i % 7 === 3 ? 1 : 0)),
      soilingPotential: interval.expected.map((kwh) => kwh * 0.03),
    });
    const estimated = estimates?.[k];
    addProductionOf(sums, { interval, expectedAtConnection: through, ...(estimated && { estimated }) });
    lost.downtime += total(allocation.downtime);
    lost.curtailment += total(allocation.curtailment);
    lost.degraded += total(allocation.degraded);
    lost.unknown += total(allocation.unknown);
    lost.communication += total(allocation.communication);
    lost.snow += total(parts.snow);
    lost.soiling += total(parts.soiling);
    for (let i = 0; i < count; i++) {
      const [wanted, made] = [interval.expected[i] ?? _, interval.produced[i] ?? _];
      const shown = estimated?.[i] ?? 0;
      if (!Number.isNaN(wanted)) direct.expected += wanted;
      if (Number.isNaN(made) && !Number.isNaN(wanted)) {
        direct.noData += shown - (through[i] ?? _);
        direct.estimated += shown;
      }
      if (!Number.isNaN(made)) direct.gross += made;
      if (Number.isNaN(wanted) && !Number.isNaN(made)) direct.withoutExpectation += made;
      if (Number.isNaN(wanted + made)) continue;
      direct.both += wanted;
      direct.produced += made;
      direct.unexplained -= (through[i] ?? _) - made;
    }
    direct.own += total(actual.map((kwh) => Math.min(0, kwh)));
  }
  direct.unexplained += total(Object.values(lost));
  direct.gross += direct.estimated;
  const atConnection = total(connection);
  const { expected, gross, gridLimit, gaps } = sums;
  return { production: { expected, gross, gridLimit, gaps, lost, ownConsumption: direct.own, atConnection }, direct, atConnection };
}

const bar = (bars: readonly WalkBar[], step: WalkBar['step']) => bars.find((each) => each.step === step)?.energy ?? _;

test('2,000 walks with gaps close, and give no energy to a cause that is not known', () => {
  for (let seed = 1; seed <= 2_000; seed++) {
    const { production, direct, atConnection } = walkOf(seed);
    const scale = Math.max(1, production.expected, production.gross, Math.abs(atConnection));
    const isClose = (a: number, b: number) => expect(Math.abs(a - b) / scale, `walk ${seed}`).toBeLessThan(1e-9);
    for (const bars of [
      solarWalk({ kind: 'theoretical', nominal: scale, nominalAtCell: scale, designed: scale, limited: scale }, production),
      windWalk({ kind: 'theoretical', theoretical: scale, theoreticalAtDensity: scale, designed: scale }, production),
    ]) {
      isClose(
        bars.filter(({ kind }) => kind === 'change').reduce((sum, { energy }) => sum + energy, bars[0]?.energy ?? _),
        bar(bars, 'atConnection'),
      );
      isClose(bar(bars, 'noData'), direct.noData);
      isClose(bar(bars, 'withoutExpectation'), direct.withoutExpectation);
      isClose(bar(bars, 'gross'), direct.gross);
      isClose(bar(bars, 'electrical'), atConnection - direct.gross - direct.own);
    }
    const solar = solarWalk({ kind: 'theoretical', nominal: 0, nominalAtCell: 0, designed: 0, limited: 0 }, production);
    isClose(bar(solar, 'unexplained'), direct.unexplained);
    const { expected, produced } = comparableProduction(production);
    isClose(expected, direct.both);
    isClose(produced, direct.produced);
  }
});
