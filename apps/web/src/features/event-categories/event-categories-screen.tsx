import { useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { Screen } from '../../shared/screen/screen.tsx';
import { ErrorState } from '../../shared/states/error-state.tsx';
import { useFleet } from '../../workspace/fleet/use-fleet.ts';
import { setKeyOf } from './category-draft.ts';
import { CategoryEditor } from './category-editor.tsx';
import { CategorySetList } from './category-set-list.tsx';
import type { CategorySetSearch } from './category-set-search.ts';
import classes from './event-categories.module.css';
import { categorySetsQuery } from './event-categories.queries.ts';

interface EventCategoriesScreenProps {
  search: CategorySetSearch;
  onSearch: (search: CategorySetSearch) => void;
}

/** Causes of events, in the order in which they win, per energy type. */
export function EventCategoriesScreen({ search, onSearch }: EventCategoriesScreenProps) {
  const { formatMessage } = useIntl();
  const { selectedIds } = useFleet();
  const { data, error, refetch } = useQuery(categorySetsQuery());
  const chosen = data?.items.filter(({ enterpriseId }) => selectedIds.includes(enterpriseId)) ?? [];
  // A link leads to a set of another enterprise as well.
  const linked = data?.items.find((each) => setKeyOf(each) === search.set);
  const sets = linked && !chosen.includes(linked) ? (data?.items ?? []) : chosen;
  const set = linked ?? sets[0];
  return (
    <Screen
      fullBleed
      title={formatMessage({ id: 'Route_eventcategorization' })}
      subtitle={formatMessage({ id: 'EventCategorySet_Subtitle' })}
    >
      {data && set ? (
        <div className={classes.room}>
          <div className={classes.layout}>
            <CategorySetList sets={sets} open={setKeyOf(set)} onOpen={(key) => onSearch({ set: key })} />
            <CategoryEditor key={setKeyOf(set)} set={set} sets={sets} onOpen={(key) => onSearch({ set: key })} />
          </div>
        </div>
      ) : error ? (
        <ErrorState error={error} level="page" title="Common_Error_Query_Title" onRetry={() => void refetch()} />
      ) : data ? (
        <p className={classes.quiet}>{formatMessage({ id: 'EventCategorySet_Empty' })}</p>
      ) : (
        <div className={classes.skeleton} role="status" aria-label={formatMessage({ id: 'Common_Loading' })} />
      )}
    </Screen>
  );
}
