import { isSegmentType } from '@solvane/energy/devices/segment-types';
import { useCallback } from 'react';
import { useIntl } from 'react-intl';

/** Name of a segment type in the user's language. */
export function useTypeLabel(): (type: string) => string {
  const { formatMessage } = useIntl();
  return useCallback((type) => (isSegmentType(type) ? formatMessage({ id: `SegmentType_${type}` }) : type), [formatMessage]);
}
