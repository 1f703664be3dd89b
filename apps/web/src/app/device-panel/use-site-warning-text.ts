import type { Site } from '@solvane/contract/fleet';
import { useIntl } from 'react-intl';
import { MISSING_LABELS, siteWarnings } from './site-warnings.ts';

/** Everything that is wrong with a site in sentences; null when nothing is. */
export function useSiteWarningText(site: Site): string | null {
  const { formatMessage, formatList } = useIntl();
  const warnings = siteWarnings(site);
  if (warnings.length === 0) return null;
  const missing = warnings.flatMap((warning) => (warning in MISSING_LABELS ? [warning as keyof typeof MISSING_LABELS] : []));
  const sentences = [
    ...(warnings.includes('unpublished') ? [formatMessage({ id: 'DevicePanel_Warning_Unpublished' })] : []),
    ...(warnings.includes('pending') ? [formatMessage({ id: 'DevicePanel_Warning_Pending' })] : []),
    ...(missing.length > 0
      ? [
          formatMessage(
            { id: 'DevicePanel_Warning_Missing' },
            { fields: formatList(missing.map((name) => formatMessage({ id: MISSING_LABELS[name] }))) },
          ),
        ]
      : []),
  ];
  return sentences.join(' ');
}
