import type { Filtering } from '@solvane/contract/point-filters';
import type { IntlShape } from 'react-intl';

/** What filters left of all points, in words; undefined: there are none, or nothing is known yet. */
export function filteredNote(filtering: Filtering | undefined, { formatMessage, formatNumber }: IntlShape): string | undefined {
  if (!filtering) return undefined;
  const { points, used } = filtering;
  const share = formatNumber(points === 0 ? 0 : used / points, { style: 'percent', maximumFractionDigits: 1 });
  return formatMessage({ id: 'DataStudio_Filter_Used' }, { used, points, share });
}
