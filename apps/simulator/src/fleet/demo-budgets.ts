import type { BudgetRow } from '@solvane/contract/models';
import type { SitePlan } from './site-plan.ts';

/** Energy [MWh]; light [kWh/m²] of a solar plant, energy of the nominal curve [MWh] of a wind plant, else null; modules weighted by light [°C]. */
type Month = readonly [energy: number, resource: number | null, cellTemperature: number | null];

/** Mean of two years in which nothing is wrong, made by the generator itself; January first. */
const MONTHS: Readonly<Record<string, readonly Month[]>> = {
  s01: [
    [900, 107, 29],
    [980, 118, 31],
    [1350, 164, 34],
    [1620, 201, 40],
    [1680, 211, 43],
    [1430, 182, 45],
    [1540, 196, 47],
    [1310, 168, 47],
    [1230, 154, 42],
    [1200, 149, 39],
    [860, 105, 33],
    [850, 102, 28],
  ],
  s02: [
    [5230, 121, 25],
    [6930, 163, 29],
    [9150, 221, 36],
    [9290, 228, 39],
    [11520, 292, 47],
    [11300, 288, 49],
    [9480, 242, 50],
    [10310, 262, 49],
    [8990, 225, 45],
    [7730, 188, 37],
    [6140, 145, 31],
    [5360, 125, 26],
  ],
  s03: [
    [170, 32, 8],
    [310, 58, 12],
    [630, 121, 20],
    [760, 149, 26],
    [750, 148, 30],
    [870, 175, 34],
    [900, 185, 38],
    [810, 165, 36],
    [600, 120, 30],
    [450, 87, 25],
    [220, 43, 17],
    [80, 15, 10],
  ],
  s04: [
    [3860, 163, 44],
    [3690, 157, 46],
    [4270, 183, 47],
    [4360, 187, 47],
    [4310, 186, 49],
    [3470, 149, 47],
    [3220, 138, 47],
    [3430, 148, 49],
    [3310, 144, 49],
    [4150, 179, 49],
    [4160, 178, 47],
    [3340, 141, 43],
  ],
  s05: [
    [3980, 314, 48],
    [3350, 256, 49],
    [3430, 238, 42],
    [2600, 162, 37],
    [2090, 123, 29],
    [1670, 97, 25],
    [2000, 116, 26],
    [2550, 152, 29],
    [2720, 176, 33],
    [3390, 243, 39],
    [3860, 298, 45],
    [3660, 283, 48],
  ],
  s06: [
    [5220, 5220, null],
    [3810, 3810, null],
    [2900, 2900, null],
    [3100, 3100, null],
    [2740, 2740, null],
    [2230, 2230, null],
    [2760, 2760, null],
    [3490, 3490, null],
    [3010, 3010, null],
    [2680, 2680, null],
    [4550, 4550, null],
    [4480, 4480, null],
  ],
  s07: [
    [5360, 5360, null],
    [4890, 4890, null],
    [6220, 6220, null],
    [5700, 5700, null],
    [3210, 3210, null],
    [3420, 3420, null],
    [4140, 4140, null],
    [3520, 3520, null],
    [2090, 2090, null],
    [4560, 4560, null],
    [4290, 4290, null],
    [4840, 4840, null],
  ],
  s08: [
    [11670, 12130, null],
    [10450, 10980, null],
    [10570, 11100, null],
    [10140, 10510, null],
    [12700, 13200, null],
    [8510, 8740, null],
    [11180, 11520, null],
    [8890, 9120, null],
    [8080, 8250, null],
    [12460, 13060, null],
    [11950, 12600, null],
    [8070, 8350, null],
  ],
  s09: [
    [1640, null, null],
    [1480, null, null],
    [1630, null, null],
    [1570, null, null],
    [1630, null, null],
    [1550, null, null],
    [1610, null, null],
    [1610, null, null],
    [1550, null, null],
    [1600, null, null],
    [1560, null, null],
    [1590, null, null],
  ],
  s10: [
    [410, null, null],
    [370, null, null],
    [410, null, null],
    [390, null, null],
    [410, null, null],
    [390, null, null],
    [410, null, null],
    [410, null, null],
    [400, null, null],
    [410, null, null],
    [400, null, null],
    [410, null, null],
  ],
  s11: [
    [3620, null, null],
    [4000, null, null],
    [4300, null, null],
    [4510, null, null],
    [4620, null, null],
    [4290, null, null],
    [4610, null, null],
    [4280, null, null],
    [4040, null, null],
    [3560, null, null],
    [3460, null, null],
    [3170, null, null],
  ],
  s12: [
    [3980, null, null],
    [2740, null, null],
    [3270, null, null],
    [3660, null, null],
    [4620, null, null],
    [3620, null, null],
    [4650, null, null],
    [4300, null, null],
    [4430, null, null],
    [4620, null, null],
    [3720, null, null],
    [4070, null, null],
  ],
};

/** What the plants were financed with: share of the time available [%] and price [currency/MWh]. */
const AVAILABILITY = { PV: 98.5, Wind: 97, BESS: 97, Hybrid: 97.5 } as const;
const PRICE_PER_MWH = 45;

/** Budget of a site of the demo, the same for each of the years. */
export function demoBudget(plan: SitePlan, years: readonly number[]): BudgetRow[] {
  const { id, energyType, solar, wind } = plan;
  const months = MONTHS[id] ?? [];
  return years.flatMap((year) =>
    months.map(
      ([energy, resource, cellTemperature], index): BudgetRow => ({
        year,
        month: index + 1,
        energyKwh: energy * 1_000,
        energyP75Kwh: energy * 1_000 * QUANTILES.p75,
        energyP90Kwh: energy * 1_000 * QUANTILES.p90,
        windSpeed: null,
        resource: resource === null ? null : wind && !solar ? resource * 1_000 : resource,
        cellTemperature,
        performanceRatio: energyType === 'PV' && solar && resource !== null ? performanceRatio(energy, resource, solar.dcKw) : null,
        availability: AVAILABILITY[energyType],
        pricePerMwh: PRICE_PER_MWH,
      }),
    ),
  );
}

/** [%] to one digit */
function performanceRatio(energyMwh: number, light: number, dcKw: number): number {
  return Math.round((energyMwh * 1_000 * 1_000) / (light * dcKw)) / 10;
}

/** Of a yearly uncertainty of 8 %: 0.674 and 1.282 standard deviations below the median. */
const QUANTILES = { p75: 0.946, p90: 0.897 } as const;
