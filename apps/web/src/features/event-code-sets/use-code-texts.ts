import { useIntl } from 'react-intl';
import type { ItemTexts } from '../../shared/configuration/item-texts.ts';
import { useEventLabels } from '../../shared/events/use-event-labels.ts';
import type { StatedCode } from './code-items.ts';

const LABELS = {
  id: 'EventCodeSet_Column_Code',
  description: 'EventCodeSet_Column_Description',
  eventType: 'EventCodeSet_Column_Type',
  category: 'EventCodeSet_Column_Category',
  priority: 'EventCodeSet_Column_Priority',
} as const;

/** Codes where two states of a set are compared. */
export function useCodeTexts(): ItemTexts<StatedCode> {
  const { formatMessage } = useIntl();
  const words = useEventLabels();
  return {
    fields: ['description', 'eventType', 'category', 'priority'],
    nameOf: ({ id }) => id,
    labelOf: (field) => formatMessage({ id: LABELS[field] }),
    textOf: (code, field) => {
      if (field === 'eventType') return code.eventType && words.type(code.eventType);
      if (field === 'category') return code.category && words.category(code.category);
      return code[field] === '' ? null : code[field];
    },
  };
}
