import type { DeviceStateItem } from '@solvane/contract/device-states';
import { median } from '@solvane/series/quantile';
import type { CSSProperties } from 'react';
import { useIntl } from 'react-intl';
import { useStateTexts } from '../../shared/device-states/use-state-texts.ts';
import classes from './device-details.module.css';

interface BlockBarsProps {
  item: DeviceStateItem;
  peers: readonly DeviceStateItem[];
  onOpen: (segmentId: DeviceStateItem['segmentId']) => void;
}

const MOST_BARS = 40;

/** Power of all devices of the block now; what one lacks to the median is hatched. */
export function BlockBars({ item, peers, onOpen }: BlockBarsProps) {
  const { formatMessage } = useIntl();
  const texts = useStateTexts();
  const running = peers.flatMap(({ state, powerKw }) => (state === 'Running' && powerKw !== null ? powerKw : []));
  const middle = running.length > 0 ? median(Float64Array.from(running)) : null;
  const largest = Math.max(1, ...peers.map(({ powerKw }) => Math.abs(powerKw ?? 0)), middle ?? 0);
  const at = Math.max(0, peers.findIndex(({ segmentId }) => segmentId === item.segmentId) - MOST_BARS / 2);
  const shown = peers.slice(at, at + MOST_BARS);
  const share = (kw: number | null) => Math.abs(kw ?? 0) / largest;
  return (
    <section className={classes.part}>
      <header>
        <h4>{formatMessage({ id: 'DeviceState_BlockPower' }, { block: item.parentName })}</h4>
        <span className={classes.quiet}>
          {formatMessage({ id: 'DeviceState_BlockPower_Count' }, { count: peers.length })}
          {middle !== null && `, ${formatMessage({ id: 'DeviceState_Median_Value' }, { power: texts.power(middle) })}`}
        </span>
      </header>
      <div className={classes.bars} style={{ '--median': share(middle) } as CSSProperties} data-median={middle !== null || undefined}>
        {shown.map((peer) => (
          <button
            key={peer.segmentId}
            type="button"
            aria-pressed={peer.segmentId === item.segmentId}
            aria-label={`${peer.name}, ${texts.state(peer.state)}, ${texts.power(peer.powerKw)}`}
            title={`${peer.name} · ${texts.power(peer.powerKw)}`}
            data-short={(middle !== null && (peer.powerKw ?? 0) < 0.95 * middle && peer.state !== 'Disabled') || undefined}
            onClick={() => onOpen(peer.segmentId)}
          >
            <span style={{ '--height': share(peer.powerKw) } as CSSProperties} />
            <small>{/(\d+)\D*$/.exec(peer.name)?.[1] ?? peer.name}</small>
          </button>
        ))}
      </div>
    </section>
  );
}
