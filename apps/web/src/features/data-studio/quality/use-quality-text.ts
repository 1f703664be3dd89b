import { useMemo } from 'react';
import { useIntl } from 'react-intl';

/** Names of the qualities of points, for the legend and the plot. */
export function useQualityText() {
  const { formatMessage } = useIntl();
  return useMemo(
    () => ({
      head: formatMessage({ id: 'DataStudio_Quality' }),
      names: {
        good: formatMessage({ id: 'QualityState_good' }),
        estimated: formatMessage({ id: 'DataStudio_Quality_estimated' }),
        none: formatMessage({ id: 'Chart_NoValue' }),
      },
    }),
    [formatMessage],
  );
}
