import { IMPACT_FIGURES, type Impact, type ImpactFigure } from '@solvane/contract/quality-impact';
import { useIntl } from 'react-intl';
import classes from './impact-table.module.css';

interface ImpactTableProps {
  title: string;
  before: Impact;
  after: Impact;
  isStale?: boolean;
}

/** Unit a figure is shown in, and what the stored value is divided by. */
const UNITS: Record<ImpactFigure, { unit: string; factor: number; digits: number }> = {
  insolation: { unit: 'kWh/m²', factor: 1, digits: 2 },
  energy: { unit: 'MWh', factor: 1_000, digits: 2 },
  expected: { unit: 'MWh', factor: 1_000, digits: 2 },
  lost: { unit: 'MWh', factor: 1_000, digits: 2 },
  unexplained: { unit: 'MWh', factor: 1_000, digits: 2 },
  pr: { unit: '%', factor: 1, digits: 2 },
  performanceIndex: { unit: '%', factor: 1, digits: 2 },
  timeAvailability: { unit: '%', factor: 1, digits: 2 },
  productionAvailability: { unit: '%', factor: 1, digits: 2 },
};

/** Points of the signal and figures of the site, as they are and as they would be. */
export function ImpactTable({ title, before, after, isStale = false }: ImpactTableProps) {
  const { formatMessage, formatNumber } = useIntl();
  const text = (value: number | null, digits: number): string =>
    value === null
      ? '\u2014'
      : formatNumber(Number(value.toFixed(digits)) + 0, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  const changeText = (a: number | null, b: number | null, digits: number, unit: string): string => {
    if (a === null || b === null) return '\u2014';
    const change = Number((b - a).toFixed(digits)) + 0;
    const shown = formatNumber(change, { minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay: 'exceptZero' });
    return unit === '%' ? formatMessage({ id: 'Impact_Points' }, { change: shown }) : shown;
  };
  const points = (['removed', 'estimated', 'withoutValue'] as const).flatMap((name) =>
    before.points && after.points
      ? [
          {
            id: name,
            label: formatMessage({ id: `Impact_Points_${name}` }),
            unit: '',
            a: before.points[name],
            b: after.points[name],
            digits: 0,
          },
        ]
      : [],
  );
  const figures = IMPACT_FIGURES.flatMap((name) => {
    const [a, b] = [before.figures[name], after.figures[name]];
    const { unit, factor, digits } = UNITS[name];
    if (a === null && b === null) return [];
    return [{ id: name, label: formatMessage({ id: `Impact_Figure_${name}` }), unit, a: scaled(a, factor), b: scaled(b, factor), digits }];
  });
  return (
    <table className={classes.table} aria-label={title} data-stale={isStale || undefined}>
      <thead>
        <tr>
          <th scope="col">{title}</th>
          <th scope="col">{formatMessage({ id: 'Impact_Before' })}</th>
          <th scope="col">{formatMessage({ id: 'Impact_After' })}</th>
          <th scope="col">{formatMessage({ id: 'Impact_Change' })}</th>
        </tr>
      </thead>
      <tbody>
        {[...points, ...figures].map(({ id, label, unit, a, b, digits }) => (
          <tr key={id}>
            <th scope="row">
              {label}
              {unit !== '' && <small>, {unit}</small>}
            </th>
            <td>{text(a, digits)}</td>
            <td>
              <b>{text(b, digits)}</b>
            </td>
            <td>{changeText(a, b, digits, unit)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function scaled(value: number | null, factor: number): number | null {
  return value === null ? null : value / factor;
}
