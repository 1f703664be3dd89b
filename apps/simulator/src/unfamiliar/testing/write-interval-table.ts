import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { localDay, toIsoDate } from '@solvane/energy/time/local-day';
import { referenceData } from '@solvane/testing/reference-data';
import { INTERVALS, intervalFigures, type PlantFigures, simulatedDays } from '../interval-figures.ts';
import { HYBRID_FAULTS, HYBRID_PLANT, SOLAR_FAULTS, SOLAR_PLANT, WIND_FAULTS, WIND_PLANT } from '../plants.ts';
import { farmFigures, MEASURED_FARMS } from './measured-farms.ts';

// node apps/simulator/src/unfamiliar/testing/write-interval-table.ts
const FILE = fileURLToPath(new URL('../../../../../docs/validation-intervals.md', import.meta.url));
const PERIOD = { first: localDay(2025, 5, 1), count: 32 };
const PLANTS = [
  { title: 'Solar roof of three inverters', plan: SOLAR_PLANT, faults: SOLAR_FAULTS },
  { title: 'Wind farm of four turbines, power curves fitted at each interval', plan: WIND_PLANT, faults: WIND_FAULTS },
  { title: 'Two inverters with a battery and a meter', plan: HYBRID_PLANT, faults: HYBRID_FAULTS },
];

const lines = [
  '# Interval invariance',
  '',
  'Written by `node apps/simulator/src/unfamiliar/testing/write-interval-table.ts`. One-minute values are averaged to each interval and computed by the engine.',
  `Simulated plants: ${PERIOD.count} days from ${toIsoDate(PERIOD.first)}. Limits, against ten minutes unless stated: energy within 0.1 % of the sent energy, expected energy within 1.5 % (wind) and 1 % (PV),`,
  'availability within 0.5 points, lost energy of each event within 10 %, no rule removes more than 0.5 % of good points.',
  '',
];

for (const { title, plan, faults } of PLANTS) {
  const simulated = simulatedDays(plan, PERIOD, faults);
  const trueLoss = new Map(simulated.plant.losses.map(({ id, lost }) => [id, lost]));
  const all = INTERVALS.map((minutes) => intervalFigures(simulated, minutes));
  const reference = all.find(({ minutes }) => minutes === 10);
  const rows = all.map((figures) => [
    String(figures.minutes),
    percent(figures.energy / figures.trueEnergy - 1, 3),
    ...commonCells(figures, reference),
    ...faults.map(({ id }) => percent((figures.lost.get(id) ?? Number.NaN) / (trueLoss.get(id) ?? Number.NaN), 1)),
    removedCell(figures),
  ]);
  const heads = [
    'min',
    'energy',
    'expected',
    'availability',
    ...faults.map(({ id, code }) => `lost: ${id}${code ? ' (stated)' : ''}`),
    'most removed',
  ];
  lines.push(`## ${title}`, '', 'Lost energy as a share of what the plant truly lost.', '', ...table(heads, rows), '');
}

for (const farm of MEASURED_FARMS) {
  const data = referenceData(farm.dataset);
  if (data.isAbsent) continue;
  const all = [10, 30, 60].map((minutes) => ({ minutes, figures: farmFigures(farm, data.table(farm.file), minutes) }));
  const reference = all[0]?.figures;
  const rows = all.map(({ minutes, figures }) => [
    String(minutes),
    percent(figures.energy / (reference?.energy ?? Number.NaN) - 1, 3),
    ...commonCells(figures, reference),
    removedCell(figures),
  ]);
  lines.push(
    `## ${farm.dataset}, ${farm.days} days from ${farm.from.slice(0, 10)}`,
    '',
    ...table(['min', 'energy', 'expected', 'availability', 'most removed'], rows),
    '',
  );
}

writeFileSync(FILE, `${lines.join('\n').trimEnd()}\n`);
console.log(`written: ${FILE}`);

function commonCells(figures: PlantFigures, reference: PlantFigures | undefined): string[] {
  return [percent(figures.expected / (reference?.expected ?? Number.NaN) - 1, 2), `${figures.timeAvailability.toFixed(2)} %`];
}

function removedCell({ removed: { share, rule } }: PlantFigures): string {
  return share === 0 ? 'none' : `${percent(share, 2)} (${rule})`;
}

function percent(share: number, digits: number): string {
  const text = (100 * share).toFixed(digits);
  return `${Number(text) === 0 ? (0).toFixed(digits) : text} %`;
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---:')), ...rows.map(line)];
}
