import { useIntl } from 'react-intl';
import type { ItemTexts } from '../../shared/configuration/item-texts.ts';
import { useEventLabels } from '../../shared/events/use-event-labels.ts';
import type { DraftCategory } from './category-draft.ts';

/** Categories where two states of a set are compared. */
export function useCategoryTexts(): ItemTexts<DraftCategory> {
  const { formatMessage } = useIntl();
  const words = useEventLabels();
  return {
    fields: ['name', 'eventType', 'timeCategory'],
    isOrdered: true,
    nameOf: ({ name }) => words.category(name),
    labelOf: (field) =>
      formatMessage({
        id:
          field === 'eventType'
            ? 'EventCodeSet_Column_Type'
            : field === 'timeCategory'
              ? 'EventCategorySet_Column_Time'
              : 'EventCodeSet_Name',
      }),
    textOf: ({ name, eventType, timeCategory }, field) =>
      field === 'eventType'
        ? words.type(eventType)
        : field === 'timeCategory'
          ? formatMessage({ id: `TimeCategory_${timeCategory}` })
          : words.category(name),
  };
}
