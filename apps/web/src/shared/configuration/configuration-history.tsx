import type { SavedVersion } from '@solvane/contract/validity';
import { Changes } from '@solvane/ui/history-list';
import { type QueryKey, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import { SelectField } from '../fields/select-field.tsx';
import { HistoryList } from '../history/history-list.tsx';
import { QueryView } from '../states/query-view.tsx';
import classes from './configuration-history.module.css';
import { changeText, type ItemTexts } from './item-texts.ts';
import { threeWayMerge } from './three-way-merge.ts';

interface ConfigurationHistoryProps<Item extends { id: string }> {
  /** Starts with the key of the configuration, so that a save reloads it. */
  queryKey: QueryKey;
  list: (signal: AbortSignal) => Promise<{ items: SavedVersion[] }>;
  load: (version: number, signal: AbortSignal) => Promise<readonly Item[]>;
  texts: ItemTexts<Item>;
  /** Left out: the user may not edit. The items become a new draft; nothing is saved. */
  onRestore?: ((items: readonly Item[]) => void) | undefined;
  onClose: () => void;
}

/** Versions of a configuration: who saved them when, what differs between any two, and an earlier one as a new draft. */
export function ConfigurationHistory<Item extends { id: string }>({ queryKey, list, onClose, ...props }: ConfigurationHistoryProps<Item>) {
  const { formatMessage, formatDate } = useIntl();
  const { load, texts, onRestore } = props;
  const [compared, setCompared] = useState<{ from: number; to: number }>();
  const [restored, setRestored] = useState<number>();
  const versions = useQuery({ queryKey: [...queryKey, 'versions'], queryFn: ({ signal }) => list(signal) });
  const [current, previous] = versions.data?.items ?? [];
  const titleOf = (version: number): string => formatMessage({ id: 'Configuration_Version' }, { version });
  const pair = compared ?? (current && previous && { from: previous.version, to: current.version });
  const restore = async (version: number): Promise<void> => {
    if (!onRestore) return;
    setRestored(version);
    onRestore(await load(version, new AbortController().signal).finally(() => setRestored(undefined)));
    onClose();
  };
  return (
    <FormDialog size="widest" title={formatMessage({ id: 'Configuration_Versions' })} onClose={onClose}>
      <QueryView
        query={versions}
        isEmpty={({ items }) => items.length === 0}
        empty={{ title: formatMessage({ id: 'Configuration_Versions_None' }) }}
      >
        {({ items }) => (
          <>
            {pair && (
              <Comparison
                key={`${pair.from} ${pair.to}`}
                queryKey={queryKey}
                pair={pair}
                load={load}
                texts={texts}
                versions={items.map(({ version }) => ({ value: String(version), label: titleOf(version) }))}
                onChange={setCompared}
              />
            )}
            <HistoryList
              name={formatMessage({ id: 'Configuration_Versions' })}
              comparedId={pair && String(pair.from)}
              onCompare={(id) => current && setCompared({ from: Number(id), to: current.version })}
              onRestore={onRestore && ((id) => void restore(Number(id)))}
              entries={items.map(({ version, savedBy, savedAtMs, note }) => ({
                id: String(version),
                title: titleOf(version),
                who: savedBy,
                when: formatDate(savedAtMs, { dateStyle: 'medium', timeStyle: 'short' }),
                dateTime: new Date(savedAtMs).toISOString(),
                note: note === '' ? undefined : note,
                isCurrent: version === current?.version,
                canCompare: version !== current?.version,
                canRestore: version !== current?.version,
                isBusy: version === restored,
              }))}
            />
          </>
        )}
      </QueryView>
    </FormDialog>
  );
}

interface ComparisonProps<Item extends { id: string }> extends Pick<ConfigurationHistoryProps<Item>, 'queryKey' | 'load' | 'texts'> {
  pair: { from: number; to: number };
  versions: readonly { value: string; label: string }[];
  onChange: (pair: { from: number; to: number }) => void;
}

/** What differs between two versions, the earlier one first. */
function Comparison<Item extends { id: string }>({ queryKey, pair, load, texts, versions, onChange }: ComparisonProps<Item>) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const query = useQuery({
    queryKey: [...queryKey, 'compared', pair],
    queryFn: async ({ signal }) => {
      const [before, after] = await Promise.all([load(pair.from, signal), load(pair.to, signal)]);
      return threeWayMerge({ base: before, theirs: after, own: before }, texts).changes;
    },
  });
  return (
    <section className={classes.comparison} aria-label={formatMessage({ id: 'History_Compare' })}>
      <div className={classes.pair}>
        {(['from', 'to'] as const).map((end) => (
          <SelectField
            key={end}
            label={formatMessage({ id: `Configuration_Compare_${end}` })}
            options={versions}
            value={String(pair[end])}
            onChange={(value) => onChange({ ...pair, [end]: Number(value) })}
          />
        ))}
      </div>
      <QueryView
        query={query}
        isEmpty={(changes) => changes.length === 0}
        empty={{ title: formatMessage({ id: 'Configuration_Compare_Same' }) }}
      >
        {(changes) => (
          <div className={classes.changes}>
            <Changes
              labels={{ before: formatMessage({ id: 'History_Before' }), after: formatMessage({ id: 'History_After' }) }}
              changes={changes.map((change) => changeText(change, texts, intl))}
            />
          </div>
        )}
      </QueryView>
    </section>
  );
}
