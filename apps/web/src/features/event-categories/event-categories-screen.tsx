import { useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { ConfigurationScreen } from '../../workspace/configuration-screen.tsx';
import { setKeyOf } from './category-draft.ts';
import { CategoryEditor } from './category-editor.tsx';
import type { CategorySetSearch } from './category-set-search.ts';
import { categorySetsQuery } from './event-categories.queries.ts';

interface EventCategoriesScreenProps {
  search: CategorySetSearch;
  onSearch: (search: CategorySetSearch) => void;
}

/** Causes of events by priority, per energy type. */
export function EventCategoriesScreen({ search, onSearch }: EventCategoriesScreenProps) {
  const { formatMessage } = useIntl();
  const open = (key: string): void => onSearch({ set: key });
  return (
    <ConfigurationScreen
      title={formatMessage({ id: 'Route_eventcategorization' })}
      subtitle={formatMessage({ id: 'EventCategorySet_Subtitle' })}
      label={formatMessage({ id: 'EventCategorySet_Sets' })}
      query={useQuery(categorySetsQuery())}
      empty={{ title: formatMessage({ id: 'EventCategorySet_Empty' }) }}
      keyOf={setKeyOf}
      entryOf={({ id, name, energyType, categories, isInUse }) => {
        const energy = formatMessage({ id: `EventAction_CategorySet_${energyType}` });
        const kind = id === null ? formatMessage({ id: 'EventCategorySet_Default' }) : energy;
        const count = formatMessage({ id: 'EventCategorySet_Count' }, { count: categories.length });
        const state = formatMessage({ id: isInUse ? 'EventCategorySet_InUse' : 'EventCategorySet_NotInUse' });
        return { name: id === null ? energy : name, detail: [kind, count, state].join(' · ') };
      }}
      openKey={search.set}
      onOpen={open}
    >
      {(set, sets) => <CategoryEditor key={setKeyOf(set)} set={set} sets={sets} onOpen={open} />}
    </ConfigurationScreen>
  );
}
