import type { DeviceStateItem } from '@solvane/contract/device-states';
import { moneyText } from '@solvane/i18n/number-text';
import { type RefObject, useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import { DeviceStateMark } from './device-state-mark.tsx';
import classes from './device-states.module.css';
import { peerShare } from './state-order.ts';
import { useStateTexts } from './use-state-texts.ts';

interface StateTooltipProps {
  root: RefObject<HTMLElement | null>;
  items: readonly DeviceStateItem[];
  nowMs: number;
  zoneOf: (siteId: string) => string;
  currencyOf: (siteId: string) => string | null;
}

/** What the cell under the pointer, or with the focus, says in full. One for all cells. */
export function StateTooltip({ root, items, nowMs, zoneOf, currencyOf }: StateTooltipProps) {
  const [place, setPlace] = useState<{ id: string; x: number; y: number; isBelow: boolean }>();
  // Pointer and focus are events of the document: a state per cell would draw all of them again.
  useEffect(() => {
    const element = root.current;
    if (!element) return undefined;
    const show = ({ target, type }: Event): void => {
      const cell = target instanceof Element ? target.closest<HTMLElement>('[data-device]') : null;
      if (!cell || (type === 'focusin' && !cell.matches(':focus-visible'))) {
        setPlace(undefined);
        return;
      }
      const [own, frame] = [cell.getBoundingClientRect(), element.getBoundingClientRect()];
      const isBelow = own.top < 180;
      const x = Math.min(Math.max(own.left + own.width / 2 - frame.left, 120), Math.max(120, frame.width - 120));
      setPlace({ id: cell.dataset.device ?? '', x, y: (isBelow ? own.bottom + 6 : own.top - 6) - frame.top, isBelow });
    };
    const hide = (): void => setPlace(undefined);
    element.addEventListener('pointerover', show);
    element.addEventListener('focusin', show);
    element.addEventListener('pointerleave', hide);
    element.addEventListener('focusout', hide);
    return () => {
      element.removeEventListener('pointerover', show);
      element.removeEventListener('focusin', show);
      element.removeEventListener('pointerleave', hide);
      element.removeEventListener('focusout', hide);
    };
  }, [root]);
  const item = place && items.find(({ segmentId }) => segmentId === place.id);
  if (!place || !item) return null;
  return (
    <div
      className={classes.tooltip}
      role="tooltip"
      data-below={place.isBelow || undefined}
      style={{ insetInlineStart: place.x, insetBlockStart: place.y }}
    >
      <Lines item={item} nowMs={nowMs} zone={zoneOf(item.siteId)} currency={currencyOf(item.siteId)} />
    </div>
  );
}

function Lines({ item, nowMs, zone, currency }: { item: DeviceStateItem; nowMs: number; zone: string; currency: string | null }) {
  const { formatMessage, locale } = useIntl();
  const texts = useStateTexts();
  const share = peerShare(item);
  const { event } = item;
  return (
    <>
      <p className={classes.tooltipHead}>
        <DeviceStateMark state={item.state} size={11} />
        <b>{item.name}</b> {texts.state(item.state)}
      </p>
      {item.state === 'NoData' && item.dataToMs !== null ? (
        <p>{formatMessage({ id: 'DeviceState_NoDataFor' }, { age: texts.duration({ sinceMs: item.dataToMs }, nowMs) })}</p>
      ) : (
        item.sinceMs !== null && (
          <p>
            {formatMessage({ id: 'DeviceState_SinceFor' }, { time: texts.time(item.sinceMs, zone), duration: texts.duration(item, nowMs) })}
          </p>
        )
      )}
      <p>
        {item.powerKw === null && item.reading ? texts.reading(item.reading) : texts.power(item.powerKw)}
        {share !== null && ` · ${formatMessage({ id: 'DeviceState_OfPeers' }, { percent: texts.percent(share) })}`}
      </p>
      {event && (
        <p>
          {texts.cause(event)}
          {event.costPerHour !== null &&
            ` · ${formatMessage({ id: 'Home_PerHour' }, { cost: moneyText(event.costPerHour, { currency, locale }) })}`}
        </p>
      )}
    </>
  );
}
