import type { Site } from '@solvane/contract/fleet';
import type { MessageKey } from '@solvane/i18n/messages';

export type SiteWarning = 'unpublished' | 'pending' | 'timezone' | 'latitude' | 'longitude';

export const MISSING_LABELS = {
  timezone: 'SiteMetadata_timezone',
  latitude: 'SiteMetadata_latitude',
  longitude: 'SiteMetadata_longitude',
} as const satisfies Partial<Record<SiteWarning, MessageKey>>;

/** What keeps parts of the product from working for a site (spec §5). */
export function siteWarnings({ visibilityState, configurationState, metadata }: Site): SiteWarning[] {
  const warnings: SiteWarning[] = [];
  if (visibilityState === 'Unpublished') warnings.push('unpublished');
  if (configurationState.state === 'pending') warnings.push('pending');
  for (const name of ['timezone', 'latitude', 'longitude'] as const) if (metadata[name] === null) warnings.push(name);
  return warnings;
}
