import { z } from 'zod';

/** Feature flags of the specification; a route behind a flag that is off does not exist for the user. */
export const FEATURES = [
  'workflow-management-tasks',
  'dataUpload',
  'deviceStatePage',
  'remoteReset',
  'siteQualityDashboard',
  'segmentLoadFailedBanner',
] as const;
export type FeatureName = (typeof FEATURES)[number];

export const featuresSchema = z.object({ features: z.record(z.enum(FEATURES), z.boolean()) });
export type Features = z.infer<typeof featuresSchema>;
