import { useIntl } from 'react-intl';
import type { ItemTexts } from '../../shared/configuration/item-texts.ts';
import { type References, type TurbineReferences, toIds } from './reference-draft.ts';

/** Reference turbines where two states are compared. */
export function useReferenceTexts(turbines: References['turbines']): ItemTexts<TurbineReferences> {
  const { formatMessage } = useIntl();
  const names = new Map(turbines.map(({ segmentId, name }) => [segmentId, name]));
  return {
    fields: ['ranked'],
    nameOf: ({ name }) => name,
    labelOf: () => formatMessage({ id: 'Route_reference-turbines' }),
    textOf: ({ ranked }) =>
      ranked === ''
        ? formatMessage({ id: 'ReferenceTurbines_Nearest' })
        : toIds(ranked)
            .map((id) => names.get(id) ?? id)
            .join(', '),
  };
}
