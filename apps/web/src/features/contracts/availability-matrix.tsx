import { Button, Menu } from '@mantine/core';
import { AVAILABILITY_NAMES } from '@solvane/contract/contracts';
import type { EnergyType } from '@solvane/contract/fleet';
import { LIMITS } from '@solvane/contract/limits';
import { STANDARD_VIEWS, type StandardView, standardSheet } from '@solvane/energy/availability/availability-sheets';
import { TIME_CATEGORIES } from '@solvane/energy/events/time-category';
import { Section } from '@solvane/ui/section';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { RowInput } from '../../shared/controls/row-input.tsx';
import { Segments } from '../../shared/controls/segments.tsx';
import {
  type Basis,
  type ContractItem,
  cellId,
  type Source,
  settingOf,
  sourcesOf,
  type ViewKey,
  viewId,
  viewsOf,
  withoutView,
  withValue,
  withView,
} from './contract-draft.ts';
import classes from './contracts.module.css';
import type { DraftPartProps } from './draft-types.ts';
import { MatrixCell } from './matrix-cell.tsx';
import { viewText } from './use-contract-texts.ts';

interface AvailabilityMatrixProps extends DraftPartProps {
  energyType: EnergyType;
}

/** What time and energy of each category count as, in each availability. */
export function AvailabilityMatrix({ draft, energyType, canEdit }: AvailabilityMatrixProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const [basis, setBasis] = useState<Basis>('time');
  const sources = sourcesOf(energyType);
  const [chosen, setSource] = useState<Source>(sources[0] ?? 'PV');
  const { items } = draft;
  const views = viewsOf(items).filter((view) => view.basis === basis);
  const free = AVAILABILITY_NAMES.filter((name) => name.startsWith('Custom') && !views.some((view) => view.name === name));
  const [next] = free;
  const like = views[0];
  const standardOf = ({ name }: ViewKey): Record<string, unknown> | undefined =>
    isStandard(name) ? standardSheet({ view: name, basis, isSolar: chosen === 'PV' }) : undefined;
  const differing = views.reduce(
    (sum, view) =>
      sum +
      TIME_CATEGORIES.filter((category) => isOther(standardOf(view)?.[category], settingOf(items, cellId(view, chosen, category)))).length,
    0,
  );
  const grid = useMatrixKeys({ draft, views, source: chosen });
  return (
    <Section
      title={formatMessage({ id: 'Contract_Matrix' })}
      detail={formatMessage({ id: 'Contract_Matrix_Differs' }, { count: differing })}
      isFramed
      actions={
        <>
          {sources.length > 1 && (
            <Segments
              label={formatMessage({ id: 'Contract_Matrix_Source' })}
              value={chosen}
              options={sources.map((value) => ({ value, label: formatMessage({ id: `EnergyType_${value}` }) }))}
              onChange={setSource}
            />
          )}
          <Segments
            label={formatMessage({ id: 'Contract_Basis' })}
            value={basis}
            options={(['time', 'production'] as const).map((value) => ({ value, label: formatMessage({ id: `Contract_Basis_${value}` }) }))}
            onChange={setBasis}
          />
          {canEdit && next && like && (
            <Button
              size="compact-sm"
              variant="subtle"
              leftSection={<IconPlus size={14} />}
              onClick={() => draft.change((current) => withView(current, { name: next, basis }, like))}
            >
              {formatMessage({ id: 'Contract_View_Add' })}
            </Button>
          )}
        </>
      }
    >
      <div className={classes.scroll}>
        <table ref={grid.table} className={classes.matrix} aria-label={formatMessage({ id: 'Contract_Matrix' })}>
          <thead className={classes.tableHead}>
            <tr>
              <th scope="col">{formatMessage({ id: 'Contract_Matrix_Code' })}</th>
              <th scope="col">{formatMessage({ id: 'Contract_Matrix_Category' })}</th>
              {views.map((view) => (
                <th key={view.name} scope="col">
                  <ViewHead draft={draft} canEdit={canEdit} view={view} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {TIME_CATEGORIES.map((category, row) => (
              <tr key={category}>
                <td className={classes.code}>{category}</td>
                <th scope="row">{formatMessage({ id: `TimeCategory_${category}` })}</th>
                {views.map((view, column) => {
                  const id = cellId(view, chosen, category);
                  const value = settingOf(items, id);
                  const standard = standardOf(view)?.[category];
                  const names = {
                    view: viewText(view, settingOf(items, viewId(view)), intl),
                    category: formatMessage({ id: `TimeCategory_${category}` }),
                  };
                  return (
                    <td key={view.name}>
                      <MatrixCell
                        label={formatMessage({ id: 'Contract_Cell_Label' }, names)}
                        value={value}
                        standard={isOther(standard, value) ? String(standard) : undefined}
                        isChanged={settingOf(draft.versions.base, id) !== value}
                        isReadOnly={!canEdit}
                        position={`${row} ${column}`}
                        onKeyDown={(event) => grid.onKeyDown(event, { row, column, category })}
                        onChange={(next) => grid.set(id, next)}
                      />
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {canEdit && <p className={classes.hint}>{formatMessage({ id: 'Contract_Matrix_Keys' })}</p>}
    </Section>
  );
}

function isStandard(name: string): name is StandardView {
  return STANDARD_VIEWS.some((view) => view === name);
}

function isOther(standard: unknown, value: string): boolean {
  return standard !== undefined && String(standard) !== value;
}

interface MatrixKeys extends Pick<DraftPartProps, 'draft'> {
  views: readonly ViewKey[];
  source: Source;
}

const MOVES: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Arrows move, A, U and X set, digits and Enter set a share, Ctrl with C and V copy a column, Ctrl with Z takes the last change back. */
function useMatrixKeys({ draft, views, source }: MatrixKeys) {
  const table = useRef<HTMLTableElement>(null);
  const typed = useRef('');
  const copied = useRef<readonly string[] | null>(null);
  const earlier = useRef<(readonly ContractItem[])[]>([]);
  const apply = (next: (items: readonly ContractItem[]) => readonly ContractItem[]): void => {
    earlier.current.push(draft.items);
    draft.change(next);
  };
  const set = (id: string, value: string): void => apply((items) => withValue(items, id, value));
  const focus = (row: number, column: number): void =>
    table.current?.querySelector<HTMLButtonElement>(`button[data-position="${row} ${column}"]`)?.focus();
  const onColumnKey = (event: KeyboardEvent, view: ViewKey): boolean => {
    const ids = TIME_CATEGORIES.map((category) => cellId(view, source, category));
    if (event.key === 'c') copied.current = ids.map((id) => settingOf(draft.items, id));
    else if (event.key === 'v' && copied.current) {
      const values = copied.current;
      apply((items) => ids.reduce<readonly ContractItem[]>((all, id, at) => withValue(all, id, values[at] ?? 'A'), items));
    } else if (event.key === 'z') {
      const before = earlier.current.pop();
      if (before) draft.change(() => before);
    } else return false;
    return true;
  };
  const onValueKey = ({ key }: KeyboardEvent, id: string): boolean => {
    const letter = key.toUpperCase();
    const isDone = key === 'Enter' && typed.current !== '';
    if (['A', 'U', 'X'].includes(letter)) set(id, letter);
    else if (isDone) set(id, String(Math.min(100, Number(typed.current)) / 100));
    typed.current = /^\d$/.test(key) ? typed.current + key : '';
    return isDone;
  };
  const onKeyDown = (
    event: KeyboardEvent,
    { row, column, category }: { row: number; column: number; category: (typeof TIME_CATEGORIES)[number] },
  ): void => {
    const view = views[column];
    if (!view) return;
    const step = MOVES[event.key];
    if (step) focus(row + step[0], column + step[1]);
    const isCommand = event.ctrlKey || event.metaKey;
    const isUsed = step !== undefined || (isCommand ? onColumnKey(event, view) : onValueKey(event, cellId(view, source, category)));
    if (isUsed) event.preventDefault();
  };
  return { table, set, onKeyDown };
}

/** Name of an availability; a custom one is renamed and removed here. */
function ViewHead({ draft, canEdit, view }: DraftPartProps & { view: ViewKey }) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const label = settingOf(draft.items, viewId(view));
  const own = formatMessage({ id: `Contract_View_${view.name}` });
  if (isStandard(view.name) || !canEdit) return label || own;
  return (
    <span className={classes.viewHead}>
      <RowInput
        label={formatMessage({ id: 'Contract_View_Name' }, { view: own })}
        placeholder={own}
        maxLength={LIMITS.nameLength}
        value={label}
        onChange={(value) => draft.change((items) => withValue(items, viewId(view), value))}
      />
      <Menu>
        <Menu.Target>
          <button type="button" className={classes.icon} aria-label={formatMessage({ id: 'Contract_View_Remove' }, { view: label || own })}>
            <IconTrash size={14} aria-hidden="true" />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => draft.change((items) => withoutView(items, view))}>
            {formatMessage({ id: 'Contract_View_Remove' }, { view: label || own })}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </span>
  );
}
