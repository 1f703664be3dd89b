import { FEATURES, type FeatureName } from '@solvane/contract/features';
import type { Db } from '../db/db.ts';
import { features } from '../db/schema/shell.ts';

/** What holds until an installation says otherwise: everything is on but the banner, which the specification keeps disabled. */
const DEFAULTS: Record<FeatureName, boolean> = {
  'workflow-management-tasks': true,
  dataUpload: true,
  deviceStatePage: true,
  remoteReset: true,
  siteQualityDashboard: true,
  segmentLoadFailedBanner: false,
};

export async function readFeatures(db: Db): Promise<Record<FeatureName, boolean>> {
  const rows = await db.select().from(features);
  const set = new Map(rows.map(({ name, isOn }) => [name, isOn]));
  return Object.fromEntries(FEATURES.map((name) => [name, set.get(name) ?? DEFAULTS[name]])) as Record<FeatureName, boolean>;
}
