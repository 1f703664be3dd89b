import { Button } from '@mantine/core';
import type { ResponseOf } from '@solvane/contract/endpoint';
import type { eventCodeSetEndpoints, UnmappedCode, UsableCategory } from '@solvane/contract/event-codes';
import { IconInbox } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { CategorySelect } from '../../shared/events/actions/category-select.tsx';
import { SearchField } from '../../shared/fields/search-field.tsx';
import { ErrorState } from '../../shared/states/error-state.tsx';
import { StateMessage } from '../../shared/states/state-message.tsx';
import { fold } from '../../shared/text/fold.ts';
import classes from './event-code-sets.module.css';
import { keyOf, meaningOf, sharedCategories, type Wanted, type WantedCode } from './unmapped-classifications.ts';
import { UnmappedTable } from './unmapped-table.tsx';
import { useMapCodes } from './use-map-codes.ts';

interface UnmappedTabProps {
  query: UseQueryResult<ResponseOf<typeof eventCodeSetEndpoints.unmapped>>;
}

/** Unmapped codes of devices: each with a suggested classification, many classified at once. */
export function UnmappedTab({ query }: UnmappedTabProps) {
  const { formatMessage } = useIntl();
  if (query.error && !query.data)
    return <ErrorState error={query.error} level="page" title="Common_Error_Query_Title" onRetry={() => void query.refetch()} />;
  if (!query.data) return <div className={classes.skeleton} role="status" aria-label={formatMessage({ id: 'Common_Loading' })} />;
  if (query.data.items.length === 0)
    return (
      <StateMessage
        icon={<IconInbox />}
        tone="ok"
        level="page"
        title={formatMessage({ id: 'EventCodeSet_Unmapped_Empty_Title' })}
        role="status"
      >
        {formatMessage({ id: 'EventCodeSet_Unmapped_Empty_Message' })}
      </StateMessage>
    );
  return <Inbox data={query.data} />;
}

const NO_CATEGORIES: readonly UsableCategory[] = [];

function Inbox({ data }: { data: ResponseOf<typeof eventCodeSetEndpoints.unmapped> }) {
  const { formatMessage } = useIntl();
  const [text, setText] = useState('');
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [wanted, setWanted] = useState<Wanted>({});
  const map = useMapCodes();
  const categoriesOf = ({ enterpriseId, energyType }: UnmappedCode): readonly UsableCategory[] =>
    data.categories.find((each) => each.enterpriseId === enterpriseId && each.energyType === energyType)?.categories ?? NO_CATEGORIES;
  const shown = data.items.filter(({ code, message, manufacturer, model, sites }) =>
    fold([code, message, manufacturer, model, ...sites.map(({ name }) => name)].join(' ')).includes(fold(text.trim())),
  );
  const chosen = data.items.filter((item) => item.canMap && selected.has(keyOf(item)));
  const ready = chosen.flatMap((item) => {
    const meaning = meaningOf(item, wanted, categoriesOf(item));
    return meaning ? [{ item, meaning }] : [];
  });
  const want = (items: readonly UnmappedCode[], meaning: WantedCode): void =>
    setWanted((before) => ({ ...before, ...Object.fromEntries(items.map((item) => [keyOf(item), meaning])) }));
  const shared = sharedCategories(chosen.map(categoriesOf));
  return (
    <>
      <div className={classes.filters}>
        <div className={classes.search}>
          <SearchField value={text} placeholder={formatMessage({ id: 'EventCodeSet_Unmapped_Search' })} onChange={setText} />
        </div>
        <span className={classes.quiet}>{formatMessage({ id: 'EventCodeSet_Unmapped_Note' })}</span>
      </div>
      <UnmappedTable
        items={shown}
        selected={selected}
        onSelect={setSelected}
        categoriesOf={categoriesOf}
        meaningOf={(item) => meaningOf(item, wanted, categoriesOf(item))}
        onWant={(item, meaning) => {
          want([item], meaning);
          // Who says what a code means wants it mapped.
          setSelected((before) => new Set([...before, keyOf(item)]));
        }}
      />
      {chosen.length > 0 && (
        <div className={classes.bulk} role="toolbar" aria-label={formatMessage({ id: 'EventCodeSet_Unmapped_Bulk' })}>
          <span>{formatMessage({ id: 'EventCodeSet_Unmapped_Selected' }, { count: chosen.length })}</span>
          <div className={classes.bulkCategory}>
            <CategorySelect
              categories={[...shared]}
              value={null}
              rowLabel={formatMessage({ id: 'EventCodeSet_Unmapped_SetAll' })}
              placeholder={formatMessage({ id: 'EventCodeSet_Unmapped_SetAll' })}
              onChange={(name) => {
                const category = shared.find((each) => each.name === name);
                if (category) want(chosen, { category: category.name, eventType: category.eventType });
              }}
            />
          </div>
          <div className={classes.spread} />
          {ready.length < chosen.length && (
            <span className={classes.quiet}>
              {formatMessage({ id: 'EventCodeSet_Unmapped_Missing' }, { count: chosen.length - ready.length })}
            </span>
          )}
          <Button variant="default" onClick={() => setSelected(new Set())}>
            {formatMessage({ id: 'EventCodeSet_Unmapped_Clear' })}
          </Button>
          <Button
            disabled={ready.length === 0}
            loading={map.isPending}
            onClick={() =>
              map.mutate(ready, {
                onSuccess: () => {
                  setSelected(new Set());
                  setWanted({});
                },
              })
            }
          >
            {formatMessage({ id: 'EventCodeSet_Unmapped_Map' }, { count: ready.length })}
          </Button>
        </div>
      )}
    </>
  );
}
