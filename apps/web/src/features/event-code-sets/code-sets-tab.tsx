import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { AppError } from '@solvane/contract/errors';
import { type CodeSet, eventCodeSetEndpoints } from '@solvane/contract/event-codes';
import { IconListDetails } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import { call } from '../../api/call.ts';
import { ConfigurationNote } from '../../shared/configuration/configuration-layout.tsx';
import { DraftControls, HistoryButton, type SaveRequest } from '../../shared/configuration/draft-controls.tsx';
import { useDraft, useDraftBase } from '../../shared/configuration/draft-store.ts';
import { SearchField } from '../../shared/fields/search-field.tsx';
import { QueryView } from '../../shared/states/query-view.tsx';
import { StateMessage } from '../../shared/states/state-message.tsx';
import { fold } from '../../shared/text/fold.ts';
import { useServerText } from '../../shared/text/use-server-text.ts';
import { useFleet } from '../../workspace/fleet/use-fleet.ts';
import { AddCodeDialog } from './add-code-dialog.tsx';
import {
  type CodeRow,
  changedSince,
  codeDrafts,
  codeRows,
  type Drafts,
  draftsTo,
  type StatedCode,
  statedCodes,
  storedCodes,
  toContent,
  toSayings,
  versionCodes,
  withDraft,
  withoutDraft,
} from './code-drafts.ts';
import { CodeFileMenu } from './code-file-menu.tsx';
import { CodeImpactPane } from './code-impact-pane.tsx';
import { CodeSetMenu } from './code-set-menu.tsx';
import { type CodePlace, placeOf, questionOf, type SetAtLevels } from './code-set-place.ts';
import type { CodeSetSearch } from './code-set-search.ts';
import { CodeSetSelect } from './code-set-select.tsx';
import { CodeTable } from './code-table.tsx';
import classes from './event-code-sets.module.css';
import { codeImpactQuery, codeSetKeys, codeSetQuery } from './event-code-sets.queries.ts';
import { LevelSwitch } from './level-switch.tsx';
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
  const place = placeOf(search, sets, useFleet());
  const query = useQuery(codeSetQuery(place && questionOf(place)));
  if (!place)
    return (
      <StateMessage
        icon={<IconListDetails />}
        level="page"
        title={formatMessage({ id: 'EventCodeSet_Empty_Title' })}
        actions={<CodeSetMenu set={undefined} onSaved={(set) => onSearch({ set })} />}
      >
        {formatMessage({ id: 'EventCodeSet_Empty_Message' })}
      </StateMessage>
    );
  const tools = (
    <>
      <CodeSetSelect sets={sets} value={place.set.id} onChange={(set) => onSearch({ ...search, set })} />
      <CodeSetMenu set={place.set} onSaved={(set) => onSearch({ ...search, set })} />
      <LevelSwitch
        level={place.level}
        enterpriseId={place.enterpriseId ?? undefined}
        siteId={place.siteId ?? undefined}
        set={place.set}
        onChange={(change) => onSearch({ tab: search.tab, set: place.set.id, ...change })}
      />
    </>
  );
  return (
    <>
      {!query.data && <div className={classes.tools}>{tools}</div>}
      <QueryView query={query} level="page" errorTitle="Common_Error_Query_Title">
        {(data) => <CodeEditor key={place.key} place={place} data={data} tools={tools} />}
      </QueryView>
    </>
  );
}

const TYPING_MS = 400;

interface CodeEditorProps {
  place: CodePlace;
  data: SetAtLevels;
  tools: ReactNode;
}

function CodeEditor({ place, data: loaded, tools }: CodeEditorProps) {
  const { formatMessage } = useIntl();
  const serverText = useServerText();
  const { level, key } = place;
  const texts = useCodeTexts();
  const drafts = useDraft(codeDrafts, key);
  const data = useDraftBase(codeDrafts, key, loaded);
  const change = (next: (drafts: Drafts) => Drafts): void => codeDrafts.set(key, next, data);
  const [filter, setFilter] = useState({ text: '', only: 'all' as Only });
  const [isAdding, setAdding] = useState(false);
  const canEdit = level === 'default' ? data.can.edit : data.can.override;
  const stored = useMemo(() => new Map(data.codes.map((code) => [code.code, code])), [data.codes]);
  const rows = useMemo(() => codeRows(data.codes, drafts, level), [data.codes, drafts, level]);
  const sayings = useMemo(() => toSayings(rows), [rows]);
  const save = useSaveCodes();
  const changed = rows.filter(({ isChanged }) => isChanged);
  const wrong = changed.filter(({ problem }) => problem !== undefined);
  const [asked] = useDebouncedValue(sayings, TYPING_MS);
  const impact = useQuery({
    ...codeImpactQuery(
      asked.length === 0 ? undefined : { setId: place.set.id, enterpriseId: place.enterpriseId, siteId: place.siteId, items: asked },
    ),
    placeholderData: keepPreviousData,
  });
  const issues = save.error instanceof AppError ? save.error.issues : [];
  const refused = new Map(
    issues.flatMap(({ message, values }) => (values?.code ? [[String(values.code), serverText(message, values)]] : [])),
  );
  const shown = rows.filter((row) => isShown(row, filter));
  const submit = (request: SaveRequest): void => {
    const { id, enterpriseId, name, manufacturer, models, energyType } = data;
    const saved = { onSuccess: () => codeDrafts.rebase(key, (now) => changedSince(drafts, now)) };
    if (level === 'default')
      save.mutate({ id, enterpriseId, name, manufacturer, models, energyType, codes: toContent(rows), ...request }, saved);
    else if (place.enterpriseId !== null)
      save.mutate({ setId: id, enterpriseId: place.enterpriseId, siteId: place.siteId, items: sayings, ...request }, saved);
  };
  const draftOf = (items: readonly StatedCode[]): Drafts => draftsTo(items, loaded.codes, level);
  const counts: Record<Only, number> = {
    all: rows.length,
    changed: changed.length,
    overridden: rows.filter(({ isOverridden }) => isOverridden).length,
  };
  return (
    <>
      <div className={classes.tools}>
        {tools}
        <div className={`${classes.tools} ${classes.actions}`}>
          <CodeFileMenu
            place={place}
            codes={data.codes}
            canEdit={canEdit}
            onRead={(read) => change((before) => ({ ...before, ...read }))}
          />
          {canEdit && level === 'default' && (
            <Button variant="default" onClick={() => setAdding(true)}>
              {formatMessage({ id: 'EventCodeSet_Add' })}
            </Button>
          )}
          <HistoryButton
            drafts={codeDrafts}
            draftKey={key}
            texts={texts}
            queryKey={[...codeSetKeys.all, key]}
            list={(signal) => call(eventCodeSetEndpoints.versions, { body: questionOf(place), signal })}
            load={async (version, signal) => {
              const { codes } = await call(eventCodeSetEndpoints.version, { body: { ...questionOf(place), version }, signal });
              return versionCodes(codes, loaded.codes, level);
            }}
            canEdit={canEdit}
            draftOf={draftOf}
          />
        </div>
      </div>
      <div className={classes.editor}>
        <div className={classes.main}>
          <div className={classes.tools}>
            <SearchField
              value={filter.text}
              placeholder={formatMessage({ id: 'EventCodeSet_Search' })}
              onChange={(text) => setFilter({ ...filter, text })}
            />
            {(['all', 'overridden', 'changed'] as const)
              .filter((only) => only !== 'overridden' || level !== 'default')
              .map((only) => (
                <Button
                  key={only}
                  size="xs"
                  variant={filter.only === only ? 'light' : 'default'}
                  aria-pressed={filter.only === only}
                  onClick={() => setFilter({ ...filter, only })}
                >
                  {formatMessage({ id: `EventCodeSet_Show_${only}` }, { count: counts[only] })}
                </Button>
              ))}
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
              label={formatMessage({ id: 'EventCodeSet_Table' }, { set: place.set.name })}
              rows={shown}
              level={level}
              categories={data.categories}
              canEdit={canEdit}
              refused={refused}
              onChange={(code, draft) => change((before) => withDraft(before, { code, stored: stored.get(code) }, draft, level))}
              onRevert={(code) => change((before) => withoutDraft(before, code))}
            />
          )}
        </div>
        {canEdit && (
          <CodeImpactPane
            changed={changed.length}
            hasCategories={changed.some(({ category, isRemoved }) => category.isChanged || isRemoved)}
            impact={impact}
            isOld={impact.isPlaceholderData || asked !== sayings}
          />
        )}
      </div>
      <DraftControls
        drafts={codeDrafts}
        draftKey={key}
        draft={drafts}
        searchKeys={['tab', 'set', 'level', 'enterprise', 'site']}
        save={save}
        revisions={{ base: data.revision, stored: loaded.revision }}
        versions={{ base: storedCodes(data.codes, level), theirs: storedCodes(loaded.codes, level), own: statedCodes(rows) }}
        texts={texts}
        refusedTitle="EventCodeSet_Save_Failed"
        failureTitle="EventCodeSet_Save_Failed"
        saveLabel={formatMessage({ id: 'EventCodeSet_Save' }, { count: changed.length })}
        isDisabled={wrong.length > 0}
        onSave={submit}
        draftOf={draftOf}
      />
      {isAdding && (
        <AddCodeDialog
          known={new Set(rows.map(({ code }) => code))}
          categories={data.categories}
          onClose={() => setAdding(false)}
          onAdd={(code, draft) => change((before) => ({ ...before, [code]: { ...draft, isNew: true } }))}
        />
      )}
    </>
  );
}

type Only = 'all' | 'overridden' | 'changed';

function isShown(row: CodeRow, { text, only }: { text: string; only: Only }): boolean {
  if (only === 'changed' && !row.isChanged) return false;
  if (only === 'overridden' && !row.isOverridden) return false;
  return fold(`${row.code} ${row.description}`).includes(fold(text.trim()));
}
