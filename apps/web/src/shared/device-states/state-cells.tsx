import type { DeviceStateItem } from '@solvane/contract/device-states';
import type { DeviceState } from '@solvane/energy/events/device-state';
import { decimalText } from '@solvane/i18n/number-text';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { difference } from '../fleet/fleet-text.ts';
import classes from './device-states.module.css';
import { type CellLook, type CellNumber, type CellSecond, StateCell } from './state-cell.tsx';
import { type StateBlock, stateBlocks } from './state-sections.ts';
import { StateTooltip } from './state-tooltip.tsx';

export interface CellOptions {
  look: CellLook;
  shows?: CellNumber;
  second?: CellSecond;
  nowMs: number;
  /** States that stand out; empty: all. */
  states?: ReadonlySet<DeviceState>;
  chosenId?: string | undefined;
  /** By device: state and its beginning when the screen was opened. */
  before?: ReadonlyMap<string, string> | undefined;
  /** Key Tab leads to this device; undefined: to none of these. */
  stopId?: string | undefined;
}

interface StateCellsProps extends CellOptions {
  items: readonly DeviceStateItem[];
}

/** Devices one after the other, as many in a row as fit; for the grid of blocks in rows with their sums. */
export function StateCells({ items, ...options }: StateCellsProps) {
  if (options.look !== 'number')
    return (
      <div className={classes.cells} data-look={options.look}>
        {items.map((item) => (
          <Cell key={item.segmentId} item={item} {...options} />
        ))}
      </div>
    );
  return <Blocks items={items} {...options} />;
}

/** What tells a state from another of the same device. */
export function stateKey({ state, sinceMs }: DeviceStateItem): string {
  return `${state} ${sinceMs}`;
}

const NO_STATES: ReadonlySet<DeviceState> = new Set();

function Cell({
  item,
  look,
  shows = 'peers',
  second = 'reading',
  nowMs,
  states = NO_STATES,
  chosenId,
  before,
  stopId,
}: CellOptions & { item: DeviceStateItem }) {
  const known = before?.get(item.segmentId);
  return (
    <StateCell
      item={item}
      look={look}
      shows={shows}
      second={second}
      nowMs={Math.floor(nowMs / 60_000) * 60_000}
      isDimmed={states.size > 0 && !states.has(item.state)}
      isChosen={item.segmentId === chosenId}
      isStop={item.segmentId === stopId}
      isChanged={known !== undefined && known !== stateKey(item)}
    />
  );
}

function Blocks({ items, ...options }: StateCellsProps) {
  const { formatMessage } = useIntl();
  const { columns, blocks } = stateBlocks(items);
  return (
    <div className={classes.scroll}>
      <table className={classes.blocks}>
        <thead>
          <tr>
            <th scope="col">{formatMessage({ id: 'DeviceState_Block' })}</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
            <th scope="col" className={classes.sum}>
              MW
            </th>
            <th scope="col" className={classes.sum}>
              {formatMessage({ id: 'DeviceState_VsExpected' })}
            </th>
          </tr>
        </thead>
        <tbody>
          {blocks.map((block) => (
            <BlockRow key={block.id} block={block} columns={columns} options={options} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Shares below these are shown in red, and in bold. */
const [RED, BOLD] = [-0.02, -0.05];

function BlockRow({
  block: { name, cells, sum },
  columns,
  options,
}: {
  block: StateBlock;
  columns: readonly number[];
  options: CellOptions;
}) {
  const { locale } = useIntl();
  const weight = sum.difference === null || sum.difference > RED ? undefined : sum.difference > BOLD ? 'red' : 'bold';
  return (
    <tr>
      <th scope="row">{name}</th>
      {cells.map((item, at) => (
        <td key={columns[at]}>{item && <Cell item={item} {...options} />}</td>
      ))}
      <td className={classes.sum}>{decimalText(sum.powerKw === null ? null : sum.powerKw / 1000, { digits: 2, locale })}</td>
      <td className={classes.sum} data-weight={weight}>
        {difference(sum.difference, locale)}
      </td>
    </tr>
  );
}

interface StateFieldProps {
  label: string;
  items: readonly DeviceStateItem[];
  nowMs: number;
  /** Of each site. */
  zoneOf: (siteId: string) => string;
  currencyOf: (siteId: string) => string | null;
  onChoose: (item: DeviceStateItem) => void;
  onOpen: (item: DeviceStateItem) => void;
  /** The shape of a state was pressed. Default: as the cell */
  onMark?: ((item: DeviceStateItem) => void) | undefined;
  onEscape?: (() => void) | undefined;
  children: (stopId: string | undefined) => ReactNode;
}

/** Around cells: arrow keys from cell to cell, Enter opens, a tooltip says what a cell is. */
export function StateField({ label, items, nowMs, zoneOf, currencyOf, onChoose, onOpen, onMark, onEscape, children }: StateFieldProps) {
  const root = useRef<HTMLFieldSetElement>(null);
  const [stopId, setStop] = useState<string>();
  const itemAt = (target: EventTarget | null) => {
    const id = target instanceof Element ? target.closest<HTMLElement>('[data-device]')?.dataset.device : undefined;
    return items.find(({ segmentId }) => segmentId === id);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const item = itemAt(event.target);
    if (event.key === 'Escape' && onEscape) onEscape();
    else if (item && event.key === 'Enter') onOpen(item);
    else if (item && event.key === ' ') onChoose(item);
    else if (!item || !moveFocus(root.current, event)) return;
    event.preventDefault();
  };
  return (
    <fieldset
      ref={root}
      className={classes.field}
      aria-label={label}
      onKeyDown={onKeyDown}
      onClick={(event) => {
        const item = itemAt(event.target);
        const isMark = item?.event != null && event.target instanceof Element && event.target.closest('svg') !== null;
        if (item) (isMark && onMark ? onMark : onChoose)(item);
      }}
      onFocus={(event) => setStop(itemAt(event.target)?.segmentId)}
    >
      {children(items.some(({ segmentId }) => segmentId === stopId) ? stopId : items[0]?.segmentId)}
      <StateTooltip root={root} items={items} nowMs={nowMs} zoneOf={zoneOf} currencyOf={currencyOf} />
    </fieldset>
  );
}

/** Left and right along the cells, up and down to the nearest one of the row above or below. @returns whether the key was one of these */
function moveFocus(root: HTMLElement | null, { key, target }: KeyboardEvent): boolean {
  if (!root || !(target instanceof HTMLElement)) return false;
  const cells = [...root.querySelectorAll<HTMLElement>('[data-device]')];
  const at = cells.indexOf(target);
  if (key === 'ArrowLeft') cells[at - 1]?.focus();
  else if (key === 'ArrowRight') cells[at + 1]?.focus();
  else if (key === 'Home') cells[0]?.focus();
  else if (key === 'End') cells.at(-1)?.focus();
  else if (key === 'ArrowUp' || key === 'ArrowDown') nearestCell(cells, target, key === 'ArrowDown' ? 1 : -1)?.focus();
  else return false;
  return true;
}

function nearestCell(cells: readonly HTMLElement[], from: HTMLElement, direction: 1 | -1): HTMLElement | undefined {
  const own = from.getBoundingClientRect();
  const middle = own.left + own.width / 2;
  let best: { cell: HTMLElement; rows: number; sideways: number } | undefined;
  for (const cell of cells) {
    const { top, left, width } = cell.getBoundingClientRect();
    const rows = (top - own.top) * direction;
    if (rows < 2) continue;
    const sideways = Math.abs(left + width / 2 - middle);
    if (!best || rows < best.rows - 2 || (Math.abs(rows - best.rows) <= 2 && sideways < best.sideways)) best = { cell, rows, sideways };
  }
  return best?.cell;
}
