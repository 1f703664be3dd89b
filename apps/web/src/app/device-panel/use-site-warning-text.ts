import type { Site, SiteWarning } from '@solvane/contract/fleet';
import { useIntl } from 'react-intl';
import { useServerText } from '../../shared/text/use-server-text.ts';
import { MISSING_LABELS, siteWarnings } from './site-warnings.ts';

/** Everything that is wrong with a site in sentences; null when nothing is. */
export function useSiteWarningText(site: Site, found: readonly SiteWarning[]): string | null {
  const { formatMessage, formatList } = useIntl();
  const foundText = useFoundWarningText();
  const warnings = siteWarnings(site);
  if (warnings.length + found.length === 0) return null;
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
    ...found.map(foundText),
  ];
  return sentences.join(' ');
}

function useFoundWarningText(): (warning: SiteWarning) => string {
  const { formatMessage, formatNumber, formatDate } = useIntl();
  const serverText = useServerText();
  return (warning) => {
    const devices = warning.segmentIds.length;
    if (warning.kind === 'noExpectation') {
      const reasons = warning.reasons.map(
        (reason) => `${serverText(`Expectation_Missing_${reason}`)} ${serverText(`Expectation_Mend_${reason}`)}`,
      );
      return [formatMessage({ id: 'SiteWarning_NoExpectation' }, { devices }), ...reasons].join(' ');
    }
    const since = formatDate(`${warning.since}T12:00Z`, { dateStyle: 'long', timeZone: 'UTC' });
    if (warning.kind === 'darkSilence') return formatMessage({ id: 'SiteWarning_DarkSilence' }, { devices, since });
    return formatMessage(
      { id: 'SiteWarning_RuleRemoves' },
      {
        method: serverText(`QualityMethod_${warning.method}`),
        signal: serverText(`Signal_${warning.apCode}`),
        share: formatNumber(warning.share, { style: 'percent' }),
        devices,
        since,
      },
    );
  };
}
