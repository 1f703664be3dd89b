import { referenceData } from '@solvane/testing/reference-data';
import { describe, expect, test } from 'vitest';
import type { PlantFigures } from './interval-figures.ts';
import { farmFigures, MEASURED_FARMS } from './testing/measured-farms.ts';

describe.each(MEASURED_FARMS)('measured at $dataset', (farm) => {
  const data = referenceData(farm.dataset);
  const known = new Map<number, PlantFigures>();
  const figuresAt = (minutes: number): PlantFigures => {
    const figures = known.get(minutes) ?? farmFigures(farm, data.table(farm.file), minutes);
    known.set(minutes, figures);
    return figures;
  };

  test.skipIf(data.isAbsent).each([30, 60])(`%i min are what ten are${data.note}`, (minutes) => {
    const [figures, reference] = [figuresAt(minutes), figuresAt(10)];
    expect(Math.abs(figures.energy / reference.energy - 1)).toBeLessThan(0.001);
    expect(Math.abs(figures.expected / reference.expected - 1)).toBeLessThan(0.015);
    expect(Math.abs(figures.timeAvailability - reference.timeAvailability)).toBeLessThan(0.5);
    expect(figures.removed.share).toBeLessThan(reference.removed.share + 0.005);
  });
});
