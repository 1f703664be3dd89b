import type { DeviceStateItem } from '@solvane/contract/device-states';
import { decimalText } from '@solvane/i18n/number-text';
import { type CSSProperties, memo } from 'react';
import { useIntl } from 'react-intl';
import { DeviceStateMark } from './device-state-mark.tsx';
import classes from './device-states.module.css';
import { peerShare, referenceKw } from './state-order.ts';
import { type StateTexts, useStateTexts } from './use-state-texts.ts';

/** `tile`: with the state in words; `cell`: in two lines; `number`: in the grid of blocks; `dot`: the shape alone. */
export type CellLook = 'tile' | 'cell' | 'number' | 'dot';
export type CellNumber = 'peers' | 'since' | 'power';
export type CellSecond = 'reading' | 'age' | 'none';

export interface StateCellProps {
  item: DeviceStateItem;
  look: CellLook;
  /** Of `number`. */
  shows: CellNumber;
  second: CellSecond;
  /** Of the minute: times in the cells are no finer. */
  nowMs: number;
  isDimmed: boolean;
  isChosen: boolean;
  /** Key Tab leads here. */
  isStop: boolean;
  /** Became another one while it was looked at. */
  isChanged: boolean;
}

/** Where the tick of the peers stands in the small bar: there is room for more than they have. */
const MEDIAN_AT = 0.88;

/** A device as a cell that can be chosen. Those who listen hear it in one sentence. */
export const StateCell = memo(function StateCell(props: StateCellProps) {
  const { item, look, nowMs, isDimmed, isChosen, isStop, isChanged } = props;
  const texts = useStateTexts();
  return (
    <button
      type="button"
      className={classes.cell}
      data-device={item.segmentId}
      data-look={look}
      data-state={item.state}
      data-dimmed={isDimmed || undefined}
      aria-pressed={isChosen}
      tabIndex={isStop ? 0 : -1}
    >
      <span className={classes.unseen}>{texts.sentence(item, nowMs)}</span>
      {isChanged && <span key={`${item.state} ${item.sinceMs}`} className={classes.changed} />}
      <DeviceStateMark state={item.state} size={look === 'number' ? 10 : look === 'dot' ? 12 : 11} />
      <span className={classes.whole} aria-hidden="true">
        <Content {...props} texts={texts} />
      </span>
    </button>
  );
});

function Content({ item, look, shows, second, nowMs, texts }: StateCellProps & { texts: StateTexts }) {
  const { locale } = useIntl();
  if (look === 'dot') return null;
  if (look === 'number')
    return (
      <>
        <span className={classes.number}>{numberOf(item, { shows, nowMs, texts, locale })}</span>
        <Bar item={item} isOfPeers />
      </>
    );
  const isQuiet = item.state === 'Running' || item.state === 'Standby';
  const time = texts.duration(item, nowMs);
  const aside = second === 'age' ? ageOf(item, { nowMs, texts }) : second === 'reading' && isQuiet ? texts.reading(item.reading) : '';
  const right = aside || (isQuiet || item.sinceMs === null ? '' : time);
  const value = item.powerKw === null && item.reading ? texts.reading(item.reading) : texts.power(item.powerKw);
  const share = shareText(item, texts);
  if (look === 'cell')
    return (
      <>
        <span className={classes.name}>{item.name}</span>
        <span className={classes.aside}>{right}</span>
        <span className={classes.second}>
          <span className={classes.value}>{value}</span>
          <Bar item={item} />
        </span>
      </>
    );
  return (
    <>
      <span className={classes.name}>{item.name}</span>
      <span className={classes.aside}>{texts.state(item.state)}</span>
      <span className={classes.value}>{value}</span>
      <span className={classes.share}>{right || share}</span>
      <Bar item={item} />
    </>
  );
}

function shareText(item: DeviceStateItem, texts: StateTexts): string {
  const reference = referenceKw(item);
  return item.powerKw === null || reference === null || reference <= 0 ? '' : `${texts.percent(item.powerKw / reference)}\u2009%`;
}

function ageOf(item: DeviceStateItem, { nowMs, texts }: { nowMs: number; texts: StateTexts }): string {
  return item.dataToMs === null ? '' : texts.duration({ sinceMs: item.dataToMs }, nowMs);
}

function numberOf(
  item: DeviceStateItem,
  { shows, nowMs, texts, locale }: { shows: CellNumber; nowMs: number; texts: StateTexts; locale: string },
): string {
  if (shows === 'since') return texts.duration(item, nowMs);
  if (shows === 'power') return decimalText(item.powerKw, { digits: 0, locale });
  return texts.percent(peerShare(item));
}

/** Power on the scale of the rating with a tick at what is expected, or beside what peers have; the shortfall is hatched. */
function Bar({ item, isOfPeers = false }: { item: DeviceStateItem; isOfPeers?: boolean }) {
  const reference = isOfPeers ? item.peerMedianKw : referenceKw(item);
  const scale = isOfPeers ? (reference ?? 0) / MEDIAN_AT : (item.ratedPowerKw ?? 0);
  const at = (kw: number | null) => (kw === null || scale <= 0 ? undefined : `${(100 * Math.min(1, Math.abs(kw) / scale)).toFixed(1)}%`);
  const isKnown = item.powerKw !== null;
  const style = { '--fill': at(item.powerKw) ?? '0%', '--mark': at(reference) ?? '0%' } as CSSProperties;
  return (
    <span className={classes.bar} style={style} data-tick={at(reference) !== undefined || undefined} data-known={isKnown || undefined}>
      <i />
    </span>
  );
}
