import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { AppError } from '@solvane/contract/errors';
import { type CodeSet, eventCodeSetEndpoints } from '@solvane/contract/event-codes';
import { IconListDetails } from '@tabler/icons-react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import { call } from '../../api/call.ts';
import { ConfigurationNote } from '../../shared/configuration/configuration-layout.tsx';
import { DraftControls, HistoryButton, type SaveRequest } from '../../shared/configuration/draft-controls.tsx';
import { useItemDraft } from '../../shared/configuration/item-draft.ts';
import { Segments } from '../../shared/controls/segments.tsx';
import { SearchField } from '../../shared/fields/search-field.tsx';
import { QueryView } from '../../shared/states/query-view.tsx';
import { StateMessage } from '../../shared/states/state-message.tsx';
import { fold } from '../../shared/text/fold.ts';
import { useServerText } from '../../shared/text/use-server-text.ts';
import { useFleet } from '../../workspace/fleet/use-fleet.ts';
import { useDeleteConfiguration } from '../../workspace/use-delete-configuration.tsx';
import { AddCodeDialog, CodeSetDialog } from './code-dialogs.tsx';
import { CodeFileMenu } from './code-file-menu.tsx';
import { CodeImpactPane } from './code-impact-pane.tsx';
import { type CodeRow, codeDrafts, codeRows, statedCodes, toContent, toMappings, versionCodes, withFile } from './code-items.ts';
import { CodeSetHead } from './code-set-head.tsx';
import { type CodePlace, placeOf, questionOf, type SetAtLevels } from './code-set-place.ts';
import type { CodeSetSearch } from './code-set-search.ts';
import { CodeTable } from './code-table.tsx';
import classes from './event-code-sets.module.css';
import { codeImpactQuery, codeSetKeys, codeSetQuery } from './event-code-sets.queries.ts';
import { useCodeTexts } from './use-code-texts.ts';
import { useSaveCodes } from './use-save-codes.ts';

interface CodeSetsTabProps {
  sets: readonly CodeSet[];
  search: CodeSetSearch;
  onSearch: (search: CodeSetSearch) => void;
}

/** One code set at one level. */
export function CodeSetsTab({ sets, search, onSearch }: CodeSetsTabProps) {
  const { formatMessage } = useIntl();
  const [isCreating, setCreating] = useState(false);
  const place = placeOf(search, sets, useFleet());
  const query = useQuery(codeSetQuery(place && questionOf(place)));
  if (!place)
    return (
      <>
        <StateMessage
          icon={<IconListDetails />}
          level="page"
          title={formatMessage({ id: 'EventCodeSet_Empty_Title' })}
          actions={<Button onClick={() => setCreating(true)}>{formatMessage({ id: 'EventCodeSet_New' })}</Button>}
        >
          {formatMessage({ id: 'EventCodeSet_Empty_Message' })}
        </StateMessage>
        {isCreating && <CodeSetDialog set={undefined} onClose={() => setCreating(false)} onSaved={(set) => onSearch({ set })} />}
      </>
    );
  const headOf = (onRemove: (() => void) | undefined): ReactNode => (
    <CodeSetHead sets={sets} place={place} search={search} onSearch={onSearch} onRemove={onRemove} />
  );
  return (
    <>
      {!query.data && <div className={classes.tools}>{headOf(undefined)}</div>}
      <QueryView query={query} level="page" errorTitle="Common_Error_Query_Title">
        {(data) => <CodeEditor key={place.key} place={place} stored={data} headOf={headOf} onRemoved={() => onSearch({})} />}
      </QueryView>
    </>
  );
}

interface CodeEditorProps {
  place: CodePlace;
  stored: SetAtLevels;
  headOf: (onRemove: (() => void) | undefined) => ReactNode;
  onRemoved: () => void;
}

function CodeEditor({ place, stored, headOf, onRemoved }: CodeEditorProps) {
  const { formatMessage } = useIntl();
  const { level, key, set } = place;
  const texts = useCodeTexts();
  const itemsOf = useCallback((each: SetAtLevels) => statedCodes(each.codes, level), [level]);
  const draft = useItemDraft({ drafts: codeDrafts, draftKey: key, stored, itemsOf, texts });
  const { base: data, items, versions } = draft;
  const [filter, setFilter] = useState<Filter>({ text: '', only: 'all' });
  const [isAdding, setAdding] = useState(false);
  const canEdit = level === 'default' ? data.can.edit : data.can.override;
  const rows = useMemo(() => codeRows(data.codes, items, level), [data.codes, items, level]);
  const save = useSaveCodes();
  const refused = useRefusals(save.error);
  const changed = rows.filter(({ isChanged }) => isChanged);
  const shown = rows.filter((row) => isShown(row, filter));
  const onlyOptions = (['all', ...(level === 'default' ? [] : (['overridden'] as const)), 'changed'] as const).map((only) => ({
    value: only,
    label: formatMessage({ id: `EventCodeSet_Show_${only}` }, { count: rows.filter((row) => isShown(row, { text: '', only })).length }),
  }));
  const removal = useDeleteConfiguration({
    question: {
      title: 'EventCodeSet_Delete_Title',
      message: 'EventCodeSet_Delete_Message',
      values: { name: set.name, count: set.codeCount },
      label: 'EventCodeSet_Delete',
    },
    seen: deletable(data),
    stored: deletable(stored),
    texts,
    remove: (seenRevision) => call(eventCodeSetEndpoints.remove, { body: { setId: set.id, seenRevision } }),
    changedKeys: [codeSetKeys.all],
    onDeleted: onRemoved,
  });
  const submit = (request: SaveRequest): void => {
    const { id, enterpriseId, name, manufacturer, models, energyType } = data;
    const saved = { onSuccess: draft.markSaved };
    if (level === 'default')
      save.mutate({ id, enterpriseId, name, manufacturer, models, energyType, codes: toContent(items), ...request }, saved);
    else if (place.enterpriseId !== null)
      save.mutate({ setId: id, enterpriseId: place.enterpriseId, siteId: place.siteId, items: toMappings(rows), ...request }, saved);
  };
  const revert = (code: string): void =>
    draft.change((current) => {
      const before = versions.base.find(({ id }) => id === code);
      const others = current.filter(({ id }) => id !== code);
      return before ? [...others, before] : others;
    });
  return (
    <>
      <div className={classes.tools}>
        {headOf(removal.ask)}
        <div className={`${classes.tools} ${classes.actions}`}>
          <CodeFileMenu
            place={place}
            canEdit={canEdit}
            onRead={(fromFile) => draft.change((current) => withFile(current, fromFile, level))}
          />
          {canEdit && level === 'default' && (
            <Button variant="default" onClick={() => setAdding(true)}>
              {formatMessage({ id: 'EventCodeSet_Add' })}
            </Button>
          )}
          <HistoryButton
            draft={draft}
            queryKey={[...codeSetKeys.all, key]}
            list={(signal) => call(eventCodeSetEndpoints.versions, { body: questionOf(place), signal })}
            load={async (version, signal) => {
              const { codes } = await call(eventCodeSetEndpoints.version, { body: { ...questionOf(place), version }, signal });
              return versionCodes(codes, stored.codes, level);
            }}
            canEdit={canEdit}
          />
        </div>
      </div>
      {removal.problems}
      <div className={classes.editor}>
        <div className={classes.main}>
          <div className={classes.tools}>
            <SearchField
              value={filter.text}
              placeholder={formatMessage({ id: 'EventCodeSet_Search' })}
              onChange={(text) => setFilter({ ...filter, text })}
            />
            <Segments
              label={formatMessage({ id: 'EventCodeSet_Search' })}
              value={filter.only}
              options={onlyOptions}
              onChange={(only) => setFilter({ ...filter, only })}
            />
            {!canEdit && (
              <ConfigurationNote>
                {formatMessage({ id: `EventCodeSet_ReadOnly_${level === 'default' ? 'set' : 'level'}` })}
              </ConfigurationNote>
            )}
          </div>
          {shown.length === 0 ? (
            <StateMessage
              icon={<IconListDetails />}
              title={formatMessage({ id: rows.length === 0 ? 'EventCodeSet_NoCodes' : 'EventCodeSet_NoHits' })}
              role="status"
            />
          ) : (
            <CodeTable
              label={formatMessage({ id: 'EventCodeSet_Table' }, { set: set.name })}
              rows={shown}
              level={level}
              categories={data.categories}
              canEdit={canEdit}
              refused={refused}
              onChange={draft.changeItem}
              onRemove={(code) => draft.change((current) => current.filter(({ id }) => id !== code))}
              onRevert={revert}
            />
          )}
        </div>
        {canEdit && <DraftImpact place={place} rows={changed} />}
      </div>
      <DraftControls
        draft={draft}
        searchKeys={['tab', 'set', 'level', 'enterprise', 'site']}
        save={save}
        refusedTitle="EventCodeSet_Save_Failed"
        failureTitle="EventCodeSet_Save_Failed"
        saveLabel={formatMessage({ id: 'EventCodeSet_Save' }, { count: changed.length })}
        isDisabled={changed.some(({ problem }) => problem !== undefined)}
        onSave={submit}
      />
      {isAdding && (
        <AddCodeDialog
          known={new Set(rows.map(({ id }) => id))}
          categories={data.categories}
          onClose={() => setAdding(false)}
          onAdd={(code) => draft.change((current) => [code, ...current])}
        />
      )}
    </>
  );
}

/** Deleting at any level deletes the set itself: it compares the set, not the overrides on screen. */
function deletable({ setRevision, codes }: SetAtLevels) {
  return { revision: setRevision, items: statedCodes(codes, 'default') };
}

const TYPING_MS = 400;

function DraftImpact({ place, rows }: { place: CodePlace; rows: readonly CodeRow[] }) {
  const text = JSON.stringify(toMappings(rows));
  const [asked] = useDebouncedValue(text, TYPING_MS);
  const { set, enterpriseId, siteId } = place;
  const items: ReturnType<typeof toMappings> = useMemo(() => JSON.parse(asked), [asked]);
  const query = codeImpactQuery(items.length === 0 ? undefined : { setId: set.id, enterpriseId, siteId, items });
  const impact = useQuery({ ...query, placeholderData: keepPreviousData });
  const queryClient = useQueryClient();
  return (
    <CodeImpactPane
      changed={rows.length}
      hasCategories={rows.some(({ isCategoryChanged }) => isCategoryChanged)}
      impact={impact}
      isOld={impact.isPlaceholderData || asked !== text}
      onCancel={() => void queryClient.cancelQueries({ queryKey: query.queryKey }, { revert: false })}
    />
  );
}

/** Codes that a save was refused for, with the reason. */
function useRefusals(error: Error | null): ReadonlyMap<string, string> {
  const serverText = useServerText();
  const issues = error instanceof AppError ? error.issues : [];
  return new Map(issues.flatMap(({ message, values }) => (values?.code ? [[String(values.code), serverText(message, values)]] : [])));
}

interface Filter {
  text: string;
  only: 'all' | 'overridden' | 'changed';
}

function isShown(row: CodeRow, { text, only }: Filter): boolean {
  if (only === 'changed' && !row.isChanged) return false;
  if (only === 'overridden' && !row.isOverridden) return false;
  return fold(`${row.id} ${row.description}`).includes(fold(text.trim()));
}
