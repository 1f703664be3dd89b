import type { DeviceAvailability } from '../availability/site-availability.ts';
import { budgetColumns } from '../budget/budget-columns.ts';
import type { SiteBudget } from '../budget/site-budget.ts';
import type { DetectContext } from '../detect/detect-context.ts';
import type { GroupedSite } from '../group/group-site.ts';
import { ofDay } from '../layout/frame.ts';
import type { DeviceLosses } from '../losses/device-losses.ts';
import type { DerivedColumn, ValidatedColumn } from '../outputs.ts';
import { storageColumns } from '../storage/storage-columns.ts';
import { deviceColumns } from './device-columns.ts';
import { limitColumns } from './limit-columns.ts';
import { measuredColumns } from './measured-columns.ts';
import type { SiteQualitySums } from './quality-sums.ts';
import { referenceColumns } from './reference-columns.ts';
import { type SunColumns, siteColumns, siteProduction } from './site-columns.ts';
import { siteFigures } from './site-figures.ts';
import { solarSiteColumns } from './solar-site-columns.ts';
import { trackerColumns } from './tracker-columns.ts';

interface RolledUp {
  losses: readonly DeviceLosses[];
  grouped: GroupedSite;
  availability: readonly DeviceAvailability[];
  budget: SiteBudget | undefined;
}

/**
 * Stage 7: columns of every device, and of the site as a whole.
 *
 * @param context - everything known of the day
 * @param losses - of its generators
 * @param grouped - timelines of the site
 * @param availability - in the order of the losses
 * @param budget - of the day, if there is one
 */
export function rollUpSite(
  context: DetectContext,
  { losses, grouped, availability, budget }: RolledUp,
): { validated: ValidatedColumn[]; derived: DerivedColumn[]; quality?: SiteQualitySums } {
  const { expectations } = context;
  const ofDevices = expectations.flatMap((expectation, k) => {
    const [lost, available] = [losses[k], availability[k]];
    return lost && available ? deviceColumns({ expectation, losses: lost, availability: available }, context) : [];
  });
  const ofBatteries = storageColumns(context, losses);
  const production = siteProduction(context);
  const { columns, quality } = siteFigures(context, { losses, grouped, production });
  return {
    ...(quality && { quality }),
    validated: [...validatedColumns(context), ...production],
    derived: [
      ...ofDevices,
      ...ofBatteries,
      ...trackerColumns(context),
      ...siteColumns([...ofDevices, ...ofBatteries], { ...context, sun: sunOfDay(context), losses }),
      ...solarSiteColumns(context),
      ...columns,
      ...measuredColumns(context),
      ...referenceColumns(context),
      ...limitColumns(context, losses),
      ...budgetColumns(context, budget),
    ],
  };
}

function validatedColumns({ signals, energies, frame, tree }: DetectContext): ValidatedColumn[] {
  const columns: ValidatedColumn[] = [];
  for (const { id, signals: ofDevice } of signals.devices) {
    for (const { apCode, values, flags, methods } of ofDevice) {
      if (apCode === 'ActiveEnergy' && energies.has(id)) continue;
      columns.push({ deviceId: id, apCode, values: ofDay(values, frame), flags: ofDay(flags, frame), methods: ofDay(methods, frame) });
    }
  }
  for (const { id } of tree.devices) {
    const energy = energies.get(id);
    if (!energy) continue;
    const { values, flags, methods } = energy;
    columns.push({
      deviceId: id,
      apCode: 'ActiveEnergy',
      values: ofDay(values, frame),
      flags: ofDay(flags, frame),
      methods: ofDay(methods, frame),
    });
  }
  return columns;
}

function sunOfDay({ frame }: DetectContext): SunColumns {
  const { sky, spanInWindow, dayInSpan, day, sunElevation } = frame;
  const from = spanInWindow.start + dayInSpan.start;
  const { partsPerInterval, sun } = sky;
  const middle = Math.floor(partsPerInterval / 2);
  return {
    elevation: sunElevation.slice(from, from + day.count),
    azimuth: Float64Array.from({ length: day.count }, (_, i) => sun.azimuth[(from + i) * partsPerInterval + middle] ?? Number.NaN),
  };
}
