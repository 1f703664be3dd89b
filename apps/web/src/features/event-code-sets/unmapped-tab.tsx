import { Button } from '@mantine/core';
import type { ResponseOf } from '@solvane/contract/endpoint';
import type { eventCodeSetEndpoints, UnmappedCode, UsableCategory } from '@solvane/contract/event-codes';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { ConfigurationNote } from '../../shared/configuration/configuration-layout.tsx';
import { CategorySelect } from '../../shared/events/actions/category-select.tsx';
import { SearchField } from '../../shared/fields/search-field.tsx';
import { QueryView } from '../../shared/states/query-view.tsx';
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
  return (
    <QueryView
      query={query}
      level="page"
      errorTitle="Common_Error_Query_Title"
      isEmpty={({ items }) => items.length === 0}
      empty={{
        tone: 'ok',
        title: formatMessage({ id: 'EventCodeSet_Unmapped_Empty_Title' }),
        reason: formatMessage({ id: 'EventCodeSet_Unmapped_Empty_Message' }),
      }}
    >
      {(data) => <Inbox data={data} />}
    </QueryView>
  );
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
      <div className={classes.tools}>
        <SearchField value={text} placeholder={formatMessage({ id: 'EventCodeSet_Unmapped_Search' })} onChange={setText} />
        <ConfigurationNote>{formatMessage({ id: 'EventCodeSet_Unmapped_Note' })}</ConfigurationNote>
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
        <div className={classes.tools} role="toolbar" aria-label={formatMessage({ id: 'EventCodeSet_Unmapped_Bulk' })}>
          <span>{formatMessage({ id: 'EventCodeSet_Unmapped_Selected' }, { count: chosen.length })}</span>
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
          {ready.length < chosen.length && (
            <ConfigurationNote>
              {formatMessage({ id: 'EventCodeSet_Unmapped_Missing' }, { count: chosen.length - ready.length })}
            </ConfigurationNote>
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
