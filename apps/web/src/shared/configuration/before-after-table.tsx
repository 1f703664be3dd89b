import { decimalText } from '@solvane/i18n/number-text';
import { useIntl } from 'react-intl';
import classes from './before-after-table.module.css';

export interface ComparedFigure {
  id: string;
  label: string;
  unit: string;
  /** null: unknown */
  before: number | null;
  after: number | null;
  digits: number;
}

interface BeforeAfterTableProps {
  title: string;
  figures: readonly ComparedFigure[];
  /** Calculated for something else than what is chosen now. */
  isStale?: boolean;
}

/** Figures as they are and as they would be after a save. */
export function BeforeAfterTable({ title, figures, isStale = false }: BeforeAfterTableProps) {
  const { formatMessage, formatNumber, locale } = useIntl();
  const text = (value: number | null, digits: number): string => decimalText(value, { digits, locale });
  const changeText = ({ before, after, digits, unit }: ComparedFigure): string => {
    if (before === null || after === null) return '\u2014';
    const change = Number((after - before).toFixed(digits)) + 0;
    const format = { minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay: 'exceptZero' } as const;
    const shown = formatNumber(change, format).replace('-', '\u2212');
    return unit === '%' ? formatMessage({ id: 'Impact_Points' }, { change: shown }) : shown;
  };
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
        {figures.map((figure) => (
          <tr key={figure.id}>
            <th scope="row">
              {figure.label}
              {figure.unit !== '' && <small>, {figure.unit}</small>}
            </th>
            <td>{text(figure.before, figure.digits)}</td>
            <td>
              <b>{text(figure.after, figure.digits)}</b>
            </td>
            <td>{changeText(figure)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
