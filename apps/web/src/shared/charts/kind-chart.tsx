import { KindChart as Chart } from '@solvane/charts/kind-chart';
import type { ComponentProps } from 'react';
import { useIntl } from 'react-intl';

/** A chart drawn by ECharts, with its keys in the user's language. */
export function KindChart(props: Omit<ComponentProps<typeof Chart>, 'keys'>) {
  const { formatMessage } = useIntl();
  return <Chart {...props} keys={formatMessage({ id: 'KindChart_Keys' })} />;
}
