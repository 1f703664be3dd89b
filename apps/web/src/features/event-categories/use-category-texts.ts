import { useIntl } from 'react-intl';
import type { ItemTexts } from '../../shared/configuration/item-texts.ts';
import { useEventLabels } from '../../shared/events/use-event-labels.ts';
import type { DraftCategory } from './category-draft.ts';

const LABELS = {
  id: 'EventCodeSet_Name',
  name: 'EventCodeSet_Name',
  eventType: 'EventCodeSet_Column_Type',
  timeCategory: 'EventCategorySet_Column_Time',
} as const;

/** Categories where two states of a set are compared. */
export function useCategoryTexts(): ItemTexts<DraftCategory> {
  const { formatMessage } = useIntl();
  const words = useEventLabels();
  return {
    fields: ['name', 'eventType', 'timeCategory'],
    isOrdered: true,
    nameOf: ({ name }) => words.category(name),
    labelOf: (field) => formatMessage({ id: LABELS[field] }),
    textOf: ({ name, eventType, timeCategory }, field) => {
      if (field === 'eventType') return words.type(eventType);
      return field === 'timeCategory' ? formatMessage({ id: `TimeCategory_${timeCategory}` }) : words.category(name);
    },
  };
}
