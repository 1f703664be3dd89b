import type { SegmentId, SignalId } from '@solvane/contract/ids';
import type { Filtering, PointFilter } from '@solvane/contract/point-filters';
import { IconFilter, IconPlus, IconX } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useIntl } from 'react-intl';
import classes from './filters.module.css';
import { useFilterText } from './use-filter-text.ts';

const FilterDialog = lazy(async () => ({ default: (await import('./filter-dialog.tsx')).FilterDialog }));

export interface FilterChipsProps {
  segmentIds: readonly SegmentId[];
  signalIds: readonly SignalId[];
  filters: readonly PointFilter[];
  /** What they removed; undefined: not known yet. */
  filtering: Filtering | undefined;
  onChange: (filters: PointFilter[]) => void;
}

/** A chip per filter with the share of all points that it removed, the share that is used, and the way to one more filter. */
export function FilterChips({ segmentIds, signalIds, filters, filtering, onChange }: FilterChipsProps) {
  const { formatMessage, formatNumber } = useIntl();
  const filterText = useFilterText();
  const [edited, setEdited] = useState<number | null>(null);
  // A response to other filters says nothing about these.
  const counts = filtering?.removed.length === filters.length ? filtering : undefined;
  const share = (count: number): string =>
    formatNumber(counts === undefined || counts.points === 0 ? 0 : count / counts.points, { style: 'percent', maximumFractionDigits: 1 });
  const save = (filter: PointFilter): void => {
    onChange(edited === null || edited >= filters.length ? [...filters, filter] : filters.map((one, i) => (i === edited ? filter : one)));
    setEdited(null);
  };
  return (
    <>
      {filters.map((filter, index) => {
        const text = filterText(filter);
        const isApplied = (counts?.notApplied[index] ?? 0) === 0;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: filters have no other identity than their place in the order
          <span key={index} className={classes.chip} data-idle={!isApplied || undefined}>
            <button type="button" className={classes.edit} onClick={() => setEdited(index)}>
              <IconFilter size={14} stroke={1.6} aria-hidden />
              {text}
              {counts && <span className={classes.share}>−{share(counts.removed[index] ?? 0)}</span>}
              {!isApplied && (
                <span className={classes.share}>
                  {formatMessage({ id: 'DataStudio_Filter_NotApplied' }, { count: counts?.notApplied[index] ?? 0 })}
                </span>
              )}
            </button>
            <button
              type="button"
              className={classes.remove}
              aria-label={formatMessage({ id: 'DataStudio_Filter_Remove' }, { filter: text })}
              onClick={() => onChange(filters.filter((_, i) => i !== index))}
            >
              <IconX size={12} stroke={1.8} aria-hidden />
            </button>
          </span>
        );
      })}
      {filters.length < 10 && (
        <button type="button" className={classes.add} onClick={() => setEdited(filters.length)}>
          <IconPlus size={14} stroke={1.6} aria-hidden />
          {formatMessage({ id: 'DataStudio_Filter' })}
        </button>
      )}
      {counts && (
        <span className={classes.used}>
          {formatMessage({ id: 'DataStudio_Filter_Used' }, { used: counts.used, points: counts.points, share: share(counts.used) })}
        </span>
      )}
      {edited !== null && (
        <Suspense>
          <FilterDialog
            segmentIds={segmentIds}
            signalIds={signalIds}
            filter={filters[edited]}
            onClose={() => setEdited(null)}
            onSave={save}
          />
        </Suspense>
      )}
    </>
  );
}
