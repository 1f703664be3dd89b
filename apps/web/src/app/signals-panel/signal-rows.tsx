import type { SignalId } from '@solvane/contract/ids';
import { SIGNAL_CALC_PERIODS } from '@solvane/energy/time/interval';
import { measuredNumberText } from '@solvane/i18n/number-text';
import { IconCheck, IconChevronDown, IconChevronRight, IconStar, IconStarFilled } from '@tabler/icons-react';
import { useSelector } from '@tanstack/react-store';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type DragEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { WhyThisNumber } from '../../shared/signals/why-this-number.tsx';
import { ageText } from '../../shared/time/age-text.ts';
import { displayUnit } from '../../shared/units/display-unit.ts';
import { findNode, useTrees } from '../../workspace/fleet/trees.ts';
import { useFleet } from '../../workspace/fleet/use-fleet.ts';
import { SIGNAL_MIME } from '../../workspace/signal-selection.ts';
import { signalsView, toggleFavoriteSignal, toggleSignalGroup } from '../../workspace/signals-view.ts';
import { isLate, type LatestOfSignal, type ListedSignal, type SignalRow } from './signal-list.ts';
import classes from './signals-panel.module.css';

interface SignalRowsProps {
  rows: readonly SignalRow[];
  isDimmed: boolean;
  selected: readonly SignalId[];
  latest: ReadonlyMap<SignalId, LatestOfSignal | undefined>;
  nowMs: number;
  onToggle: (signalId: SignalId) => void;
}

const ROW_HEIGHT = 42;
const GROUP_HEIGHT = 28;

export function SignalRows({ rows, isDimmed, selected, latest, nowMs, onToggle }: SignalRowsProps) {
  const { formatMessage } = useIntl();
  const listId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState(0);
  const trees = useTrees();
  const { allSites } = useFleet();
  const nameOf = (segmentId: string): string => findNode(trees, segmentId)?.node.name ?? segmentId;
  const siteOf = (segmentId: string | undefined): { zone: string; intervalMs: number } => {
    const siteId = findNode(trees, segmentId ?? '')?.tree.siteId;
    const metadata = allSites.find((site) => site.siteId === siteId)?.metadata;
    return { zone: metadata?.timezone ?? 'UTC', intervalMs: SIGNAL_CALC_PERIODS[metadata?.signalCalcPeriod ?? 'PT10M'] };
  };
  const at = Math.min(focused, rows.length - 1);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (rows[index]?.kind === 'group' ? GROUP_HEIGHT : ROW_HEIGHT),
    getItemKey: (index) => rows[index]?.key ?? index,
    initialRect: { width: 300, height: 900 },
    overscan: 6,
  });
  const act = (row: SignalRow | undefined): void => {
    if (row?.kind === 'group') toggleSignalGroup(row.key);
    if (row?.kind === 'signal') onToggle(row.signal.signalId);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const steps: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: rows.length - 1,
      PageDown: at + 10,
      PageUp: at - 10,
    };
    const next = steps[event.key];
    if (event.key === ' ' || event.key === 'Enter') act(rows[at]);
    else if (event.key === 'w') scroller.current?.querySelector<HTMLElement>('[data-focused] [data-why]')?.click();
    else if (next !== undefined) {
      const to = Math.max(0, Math.min(rows.length - 1, next));
      setFocused(to);
      virtual.scrollToIndex(to);
    } else return;
    event.preventDefault();
  };
  return (
    <div
      ref={scroller}
      className={classes.list}
      data-dimmed={isDimmed || undefined}
      role="tree"
      aria-multiselectable="true"
      aria-label={formatMessage({ id: 'SignalsPanel_Title' })}
      tabIndex={0}
      aria-activedescendant={`${listId}-${at}`}
      onKeyDown={onKeyDown}
    >
      <div role="presentation" className={classes.space} style={{ blockSize: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start, size }) => {
          const row = rows[index];
          return (
            row && (
              <div key={key} role="presentation" className={classes.place} style={{ transform: `translateY(${start}px)`, blockSize: size }}>
                {row.kind === 'group' ? (
                  <GroupRow id={`${listId}-${index}`} row={row} isFocused={index === at} onClick={() => act(row)} />
                ) : (
                  <SignalItem
                    id={`${listId}-${index}`}
                    signal={row.signal}
                    isFocused={index === at}
                    isSelected={selected.includes(row.signal.signalId)}
                    latest={latest.get(row.signal.signalId)}
                    nameOf={nameOf}
                    {...siteOf(row.signal.segmentIds[0])}
                    nowMs={nowMs}
                    onClick={() => {
                      setFocused(index);
                      act(row);
                    }}
                  />
                )}
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}

function GroupRow({
  id,
  row,
  isFocused,
  onClick,
}: {
  id: string;
  row: Extract<SignalRow, { kind: 'group' }>;
  isFocused: boolean;
  onClick: () => void;
}) {
  const { formatNumber } = useIntl();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list takes the keys of its rows
    <div
      id={id}
      className={classes.group}
      data-focused={isFocused || undefined}
      role="treeitem"
      aria-level={1}
      aria-expanded={row.isOpen}
      tabIndex={-1}
      onClick={onClick}
    >
      {row.isOpen ? <IconChevronDown /> : <IconChevronRight />}
      <span className={classes.groupName}>{row.label}</span>
      <span className={classes.count}>{formatNumber(row.count)}</span>
    </div>
  );
}

interface SignalItemProps {
  id: string;
  signal: ListedSignal;
  isFocused: boolean;
  isSelected: boolean;
  latest: LatestOfSignal | undefined;
  nameOf: (segmentId: string) => string;
  zone: string;
  intervalMs: number;
  nowMs: number;
  onClick: () => void;
}

function SignalItem({ id, signal, isFocused, isSelected, latest, nameOf, zone, intervalMs, nowMs, onClick }: SignalItemProps) {
  const { formatMessage, locale } = useIntl();
  const isFavorite = useSelector(signalsView, ({ favorites }) => favorites.includes(signal.signalId));
  const { unit, factor } = displayUnit(signal.unit, latest?.value ?? 0);
  const drag = (event: DragEvent): void => {
    event.dataTransfer.setData(SIGNAL_MIME, signal.signalId);
    event.dataTransfer.setData('text/plain', signal.signalId);
    event.dataTransfer.effectAllowed = 'copy';
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list takes the keys of its rows
    <div
      id={id}
      className={classes.signal}
      data-focused={isFocused || undefined}
      data-selected={isSelected || undefined}
      role="treeitem"
      aria-selected={isSelected}
      // The star in a row is no part of its name.
      aria-labelledby={`${id}-name ${id}-how ${id}-latest`}
      tabIndex={-1}
      draggable
      onDragStart={drag}
      onClick={onClick}
    >
      <span className={classes.box} data-check={isSelected || undefined} aria-hidden="true">
        {isSelected && <IconCheck />}
      </span>
      <span className={classes.what}>
        <span className={classes.name} id={`${id}-name`} title={signal.words.name}>
          {signal.words.name}
        </span>
        <span className={classes.how} id={`${id}-how`}>
          {formatMessage({ id: 'SignalsPanel_How' }, { calcType: signal.words.calcType, aggregation: signal.words.aggregation })}
        </span>
      </span>
      <button
        type="button"
        tabIndex={-1}
        className={classes.star}
        data-on={isFavorite || undefined}
        aria-pressed={isFavorite}
        aria-label={formatMessage({ id: 'DevicePanel_Favorite_Toggle' }, { name: signal.words.name })}
        onClick={(event) => {
          event.stopPropagation();
          toggleFavoriteSignal(signal.signalId);
        }}
      >
        {isFavorite ? <IconStarFilled /> : <IconStar />}
      </button>
      {latest && (
        <WhyThisNumber
          className={classes.why}
          signalId={signal.signalId}
          segmentIds={signal.segmentIds}
          nameOf={nameOf}
          zone={zone}
          timeMs={latest.timeMs}
          isInList
        />
      )}
      {latest && (
        <span className={classes.latest} id={`${id}-latest`}>
          <span>
            {measuredNumberText(latest.value * factor, locale)} <span className={classes.unit}>{unit}</span>
          </span>
          <span className={classes.age} data-stale={isLate(latest, { signalId: signal.signalId, zone, intervalMs }, nowMs) || undefined}>
            {ageText(nowMs - latest.timeMs, formatMessage)}
          </span>
        </span>
      )}
    </div>
  );
}
