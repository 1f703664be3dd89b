import { EditableGrid } from '@solvane/ui/editable-grid';
import { Section } from '@solvane/ui/section';
import { type CellPlace, useEditableGrid, type WrittenCell } from '@solvane/ui/use-editable-grid';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { type CurveDraft, type CurveProblem, canonicalNumber, type PointTexts, pointsOf, withPoints } from './curve-draft.ts';
import classes from './model-data.module.css';

interface CurvePointsProps {
  draft: CurveDraft;
  problems: ReadonlyMap<string, CurveProblem>;
  canEdit: boolean;
  /** Rows are written that are no points yet: half filled, or a wind speed twice. */
  onOpenRows: (hasOpenRows: boolean) => void;
}

/** Free rows below the points, to write or paste into. */
const FREE_ROWS = 40;
const MOST_POINTS = 1_000;

/** The points of a curve as in a spreadsheet: written, filled down, copied and pasted. */
export function CurvePoints({ draft, problems, canEdit, onOpenRows }: CurvePointsProps) {
  const { formatMessage, formatNumber } = useIntl();
  const [openRows, setOpenRows] = useState<readonly PointTexts[]>([]);
  const points = pointsOf(draft.items);
  const known = draft.changes.length === 0 && openRows.length === 0;
  const stored = new Map(pointsOf(draft.versions.base).map(({ speed, power }) => [speed, power]));
  const free = canEdit ? Math.max(0, Math.min(FREE_ROWS, MOST_POINTS - points.length - openRows.length)) : 0;
  const rows = [...points, ...openRows, ...Array.from({ length: free }, () => ({ speed: '', power: '' }))];
  const textOf = ({ row, column }: CellPlace): string => rows[row]?.[column === 0 ? 'speed' : 'power'] ?? '';
  const shownOf = (place: CellPlace): string => {
    const text = textOf(place);
    return text === '' || !Number.isFinite(Number(text)) ? text : formatNumber(Number(text), { maximumFractionDigits: 3 });
  };
  const problemOf = ({ row, column }: CellPlace): string | undefined => {
    const point = rows[row];
    if (!point) return undefined;
    if (row < points.length) {
      const problem = problems.get(`point ${point.speed}`);
      const isHere = problem !== 'number' || !Number.isFinite(Number(textOf({ row, column }))) || textOf({ row, column }).trim() === '';
      return problem && isHere ? formatMessage({ id: `ModelData_Problem_${problem}` }, { minutes: '' }) : undefined;
    }
    if (point.speed === '' && point.power === '') return undefined;
    const isTwice = point.speed !== '' && points.some(({ speed }) => speed === point.speed);
    if (isTwice) return column === 0 ? formatMessage({ id: 'PowerCurve_Problem_SpeedRepeated' }, { windSpeed: point.speed }) : undefined;
    return textOf({ row, column }) === '' ? formatMessage({ id: 'Common_Validation_Required' }) : undefined;
  };
  const write = (cells: readonly WrittenCell[]): void => {
    const next = rows.map((row) => ({ ...row }));
    for (const { row, column, text } of cells) {
      const point = next[row];
      if (point) point[column === 0 ? 'speed' : 'power'] = canonicalNumber(text);
    }
    const { complete, open } = sorted(next);
    setOpenRows(open);
    onOpenRows(open.length > 0);
    draft.change((items) => withPoints(items, complete));
  };
  const grid = useEditableGrid({
    rows: rows.map((_, index) => ({ key: String(index), title: index < points.length ? String(index + 1) : '' })),
    columns: [
      { key: 'speed', label: formatMessage({ id: 'ModelData_Speed' }), unit: 'm/s', isNumber: true },
      { key: 'power', label: formatMessage({ id: 'ModelData_Power' }), unit: 'kW', isNumber: true },
    ],
    canEdit,
    textOf,
    cellOf: (place) => {
      const point = rows[place.row];
      const isChanged = !known && point !== undefined && point.speed !== '' && stored.get(point.speed) !== point.power;
      return { text: shownOf(place), isTaken: true, isChanged, problem: problemOf(place) };
    },
    onWrite: write,
  });
  return (
    <Section
      title={formatMessage({ id: 'ModelData_Points' })}
      detail={formatMessage({ id: 'ModelData_Points_Count' }, { count: points.length })}
      {...(canEdit && { description: formatMessage({ id: 'ModelData_Points_Help' }) })}
      isFramed
    >
      <div className={classes.grid}>
        <EditableGrid
          grid={grid}
          labels={{
            name: formatMessage({ id: 'ModelData_Points' }),
            keys: formatMessage({ id: 'Metadata_Keys' }),
            corner: formatMessage({ id: 'ModelData_PointNumber' }),
          }}
        />
      </div>
      {problems.has('points') && <p className={classes.error}>{formatMessage({ id: 'ModelData_Problem_fewPoints' })}</p>}
    </Section>
  );
}

/** Points that are whole and have a wind speed of their own, and the rows that are not. Emptied rows are gone. */
function sorted(rows: readonly PointTexts[]): { complete: PointTexts[]; open: PointTexts[] } {
  const complete = new Map<string, PointTexts>();
  const open: PointTexts[] = [];
  for (const row of rows) {
    if (row.speed === '' && row.power === '') continue;
    if (row.speed === '' || row.power === '' || complete.has(row.speed)) open.push(row);
    else complete.set(row.speed, row);
  }
  return { complete: [...complete.values()], open };
}
