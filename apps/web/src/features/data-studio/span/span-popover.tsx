import { ActionIcon, Button, Menu } from '@mantine/core';
import type { Period, TimeSeriesPlot } from '@solvane/charts/options/time-series';
import { columnDigits } from '@solvane/charts/options/value-scale';
import type { TimePlace } from '@solvane/charts/time-series-chart';
import { decimalText } from '@solvane/i18n/number-text';
import { IconDots, IconX } from '@tabler/icons-react';
import { type PointerEvent, useMemo, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { usePermission } from '../../../shared/access/permission-gate.tsx';
import { durationPhrase } from '../../../shared/events/event-text.ts';
import type { PeriodText } from '../../../shared/time/period-text.ts';
import classes from './span-popover.module.css';
import { type SpanFigures, spanDifference, spanRows } from './span-statistics.ts';

export type SpanAction = 'zoom' | 'event' | 'invalidate' | 'annotate' | 'export' | 'copy' | 'copyRange' | 'close';

interface SpanPopoverProps {
  span: Period;
  place: TimePlace;
  plots: readonly TimeSeriesPlot[];
  nowMs: number;
  text: PeriodText;
  onAction: (action: SpanAction) => void;
}

const WIDTH = 340;
const DISTANCE = 10;
const TOP = 36;

/** What lies in the chosen span, and what can be done with it. */
export default function SpanPopover({ span, place, plots, nowMs, text, onAction }: SpanPopoverProps) {
  const { formatMessage, locale } = useIntl();
  const [moved, setMoved] = useState({ x: 0, y: 0 });
  const held = useRef<{ x: number; y: number } | null>(null);
  const mayEdit = usePermission('EditEvents');
  const mayInvalidate = usePermission('InvalidateData');
  const rows = useMemo(() => spanRows(plots, span, nowMs), [plots, span, nowMs]);
  const difference = useMemo(() => spanDifference(plots, rows), [plots, rows]);
  const { from, to } = text.span(span, place.view);
  const hasTotals = rows.some(({ total }) => !Number.isNaN(total));
  const intervals = Math.max(0, ...rows.map((row) => row.intervals));
  const share = meanOf(rows.map(({ dataShare }) => dataShare));

  function onPointerDown(event: PointerEvent<HTMLElement>): void {
    if (event.target instanceof Element && event.target.closest('button')) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    held.current = { x: event.clientX - moved.x, y: event.clientY - moved.y };
  }

  function onPointerMove(event: PointerEvent): void {
    if (held.current) setMoved({ x: event.clientX - held.current.x, y: event.clientY - held.current.y });
  }

  return (
    <section
      className={classes.popover}
      style={{ left: leftOf(span, place), top: TOP, translate: `${moved.x}px ${moved.y}px`, maxInlineSize: WIDTH }}
      aria-label={formatMessage({ id: 'DataStudio_Span' })}
      data-span-popover
    >
      <header
        className={classes.head}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={() => {
          held.current = null;
        }}
      >
        <div>
          <h3>{formatMessage({ id: 'DataStudio_Zoom' }, { from, to })}</h3>
          <p>
            {formatMessage(
              { id: 'DataStudio_Span_Size' },
              {
                duration: durationPhrase(span.endMs - span.startMs, locale),
                intervals,
                share: decimalText(Number.isNaN(share) ? null : share * 100, { digits: share > 0.9995 ? 0 : 1, locale }),
              },
            )}
          </p>
        </div>
        <ActionIcon size="sm" aria-label={formatMessage({ id: 'Common_Close' })} onClick={() => onAction('close')}>
          <IconX size={16} stroke={1.6} />
        </ActionIcon>
      </header>
      <div className={classes.figures}>
        <table>
          <thead>
            <tr>
              <td />
              <th scope="col">{formatMessage({ id: 'Chart_Figure_Mean' })}</th>
              <th scope="col">{formatMessage({ id: 'Chart_Figure_Min' })}</th>
              <th scope="col">{formatMessage({ id: 'Chart_Figure_Max' })}</th>
              {hasTotals && <th scope="col">{formatMessage({ id: 'DataStudio_Span_Sum' })}</th>}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <FigureRow key={row.id} name={`${row.label}, ${row.unit}`} {...row} locale={locale} hasTotals={hasTotals} />
            ))}
            {difference && (
              <FigureRow
                name={formatMessage({ id: 'DataStudio_Span_Difference' })}
                {...difference}
                locale={locale}
                hasTotals={hasTotals}
                isChange
              />
            )}
          </tbody>
        </table>
      </div>
      <div className={classes.actions}>
        <Button size="xs" variant="default" onClick={() => onAction('zoom')}>
          {formatMessage({ id: 'DataStudio_Span_Zoom' })}
        </Button>
        {mayEdit && (
          <Button size="xs" variant="default" onClick={() => onAction('event')}>
            {formatMessage({ id: 'DataStudio_Span_CreateEvent' })}
          </Button>
        )}
        <Button size="xs" variant="default" onClick={() => onAction('annotate')}>
          {formatMessage({ id: 'DataStudio_Span_Annotate' })}
        </Button>
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <ActionIcon variant="default" size={30} aria-label={formatMessage({ id: 'DataStudio_Span_More' })}>
              <IconDots size={16} stroke={1.6} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item disabled={!mayInvalidate} onClick={() => onAction('invalidate')}>
              {formatMessage({ id: 'DataStudio_Span_Invalidate' })}
              {!mayInvalidate && <span className={classes.why}>{formatMessage({ id: 'DataStudio_Span_InvalidateDenied' })}</span>}
            </Menu.Item>
            <Menu.Item onClick={() => onAction('export')}>{formatMessage({ id: 'DataStudio_Export' })}</Menu.Item>
            <Menu.Item onClick={() => onAction('copy')}>{formatMessage({ id: 'DataStudio_Span_Copy' })}</Menu.Item>
            <Menu.Item onClick={() => onAction('copyRange')}>{formatMessage({ id: 'DataStudio_Span_CopyRange' })}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
    </section>
  );
}

interface FigureRowProps extends SpanFigures {
  name: string;
  totalUnit: string;
  locale: string;
  hasTotals: boolean;
  isChange?: boolean;
}

function FigureRow({ name, mean, min, max, total, totalUnit, locale, hasTotals, isChange = false }: FigureRowProps) {
  const digits = columnDigits(Math.max(Math.abs(mean) || 0, Math.abs(min) || 0, Math.abs(max) || 0));
  const write = (value: number): string => {
    if (Number.isNaN(value)) return isChange ? '' : '—';
    return (isChange && value > 0 ? '+' : '') + decimalText(value, { digits, locale });
  };
  return (
    <tr data-change={isChange && mean < 0 ? 'loss' : undefined}>
      <th scope="row">{name}</th>
      <td className={classes.mean}>{write(mean)}</td>
      <td>{write(min)}</td>
      <td>{write(max)}</td>
      {hasTotals && (
        <td className={classes.mean}>
          {Number.isNaN(total) ? '' : `${isChange && total > 0 ? '+' : ''}${decimalText(total, { digits: columnDigits(total), locale })}`}
          {!Number.isNaN(total) && <span className={classes.unit}> {totalUnit}</span>}
        </td>
      )}
    </tr>
  );
}

/** Beside the span: right of it, left of it where there is no room, inside it where there is none on either side. */
function leftOf({ startMs, endMs }: Period, { left, width, view }: TimePlace): number {
  const xOf = (atMs: number): number => left + Math.min(1, Math.max(0, (atMs - view.startMs) / (view.endMs - view.startMs))) * width;
  const [start, end] = [xOf(startMs), xOf(endMs)];
  if (end + DISTANCE + WIDTH <= left + width + 24) return end + DISTANCE;
  if (start - DISTANCE - WIDTH >= 0) return start - DISTANCE - WIDTH;
  return Math.max(4, Math.min(start + DISTANCE, left + width - WIDTH));
}

function meanOf(shares: readonly number[]): number {
  const known = shares.filter((share) => !Number.isNaN(share));
  return known.reduce((sum, share) => sum + share, 0) / known.length;
}
