import { pvwattsAcPower, pvwattsDcPower } from '@solvane/energy/pv/pvwatts';
import { yields } from '@solvane/energy/pv/yields';
import { energyOfMeanPower, insolationOfMeanIrradiance } from '@solvane/energy/rollup/energy-from-power';
import { compared, notBuilt } from '../compare.ts';
import type { DataSet } from '../data-set.ts';
import type { Checks } from './check.ts';
import { sumOf } from './columns.ts';

const RACKMOUNT = 'pvwatts_8760_rackmount.csv.gz';
const NAMEPLATE = 4;

/** A PVWatts year, hour by hour. */
export const PVLIB_TABLES: Checks = {
  rackmount_ac: ({ set }) => compared(sumOf(acEnergy(set))),
  rackmount_poa: ({ set }) => compared(sumOf(insolationOfMeanIrradiance(set.table(RACKMOUNT).numbers('poa_w_m2'), 1))),
  rackmount_months: ({ set }) => {
    const months = set.table(RACKMOUNT).numbers('month');
    const energy = acEnergy(set);
    return compared(Array.from({ length: 12 }, (_, month) => sumOf(energy.filter((_value, i) => months[i] === month + 1))));
  },
  rackmount_pr_ac: ({ set }) => {
    const insolation = sumOf(insolationOfMeanIrradiance(set.table(RACKMOUNT).numbers('poa_w_m2'), 1));
    const { final, reference } = yields({ insolation, acEnergy: sumOf(acEnergy(set)), nameplate: NAMEPLATE });
    return compared(final / reference, { note: 'from the yields; the performance ratio of the product excludes irradiance below 20 W/m²' });
  },
  rackmount_model: ({ set }) => {
    const table = set.table(RACKMOUNT);
    const dc = pvwattsDcPower({
      planeIrradiance: table.numbers('poa_w_m2'),
      cellTemperature: table.numbers('tcell_c'),
      nameplate: NAMEPLATE,
      temperatureCoefficient: -0.0047,
      systemLoss: 0.1408,
    });
    return compared(sumOf(pvwattsAcPower(dc, NAMEPLATE / 1.2)));
  },
  clearsky_flags: () => notBuilt('clear-minute detection by Reno and Hansen: the product compares days with the clear-sky model instead'),
};

function acEnergy(set: DataSet): Float64Array {
  return energyOfMeanPower(
    set
      .table(RACKMOUNT)
      .numbers('ac_w')
      .map((watt) => watt / 1000),
    1,
  );
}
