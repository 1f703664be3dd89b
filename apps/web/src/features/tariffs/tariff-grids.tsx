import { localDay } from '@solvane/energy/time/local-day';
import { EditableGrid } from '@solvane/ui/editable-grid';
import { EditableGridForm } from '@solvane/ui/editable-grid-form';
import { type EditableGridState, useEditableGrid } from '@solvane/ui/use-editable-grid';
import { useState } from 'react';
import { type IntlShape, useIntl } from 'react-intl';
import { SelectField } from '../../shared/fields/select-field.tsx';
import { useViewport } from '../../shared/screen/use-viewport.ts';
import { parseNumberText } from '../../shared/text/parse-number.ts';
import {
  type Cell,
  calendarCell,
  calendarOf,
  cellProblem,
  rowProblem,
  seriesOf,
  type TariffItem,
  withCalendar,
  withSeries,
} from './tariff-draft.ts';
import classes from './tariffs.module.css';
import { priceText } from './use-tariff-texts.ts';

interface PriceGridProps {
  item: TariffItem;
  zone: string;
  canEdit: boolean;
  onChange: (item: TariffItem) => void;
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const DAYS = Array.from({ length: 7 }, (_, day) => day);
const MONTHS = Array.from({ length: 12 }, (_, index) => index + 1);
const DAY_MS = 86_400_000;
/** A Monday. */
const MONDAY_MS = localDay(2026, 1, 5) * DAY_MS;

/** Prices by hour and weekday, of one month or of all months alike. */
export function CalendarGrid({ item, canEdit, onChange }: PriceGridProps) {
  const intl = useIntl();
  const { formatMessage, formatDate, locale } = intl;
  const [month, setMonth] = useState<number | null>(null);
  const prices = calendarOf(item);
  const valueAt = (row: number, column: number) => calendarCell(prices, { month, day: column, hour: row });
  const grid = useEditableGrid({
    rows: HOURS.map((hour) => ({ key: String(hour), title: `${pair(hour)}:00 \u2013 ${pair((hour + 1) % 24)}:00` })),
    columns: DAYS.map((day) => ({
      key: String(day),
      label: formatDate(MONDAY_MS + day * DAY_MS, { weekday: 'short', timeZone: 'UTC' }),
      isNumber: true,
    })),
    canEdit,
    textOf: ({ row, column }) => exactText(valueAt(row, column) ?? null, intl),
    cellOf: ({ row, column }) => {
      const value = valueAt(row, column);
      const problem = cellProblem(value ?? null);
      return {
        isTaken: true,
        text: value === undefined ? formatMessage({ id: 'Tariffs_Calendar_Differs' }) : priceText(value, locale),
        problem: problem && formatMessage({ id: `Tariffs_Problem_${problem}` }),
      };
    },
    onWrite: (written) =>
      onChange(
        withCalendar(
          item,
          written.map(({ row, column, text }) => ({ hour: row, day: column, value: toCell(text, locale) })),
          month,
        ),
      ),
  });
  return (
    <>
      <div className={classes.month}>
        <SelectField
          label={formatMessage({ id: 'Tariffs_Calendar_Month' })}
          value={month === null ? 'all' : String(month)}
          options={[
            { value: 'all', label: formatMessage({ id: 'Tariffs_Calendar_All' }) },
            ...MONTHS.map((each) => ({
              value: String(each),
              label: formatDate(localDay(2026, each, 15) * DAY_MS, { month: 'long', timeZone: 'UTC' }),
            })),
          ]}
          onChange={(value) => setMonth(value === null || value === 'all' ? null : Number(value))}
        />
      </div>
      <Grid grid={grid} name={formatMessage({ id: 'Tariffs_Field_calendar' })} corner={formatMessage({ id: 'Tariffs_Hour' })} />
    </>
  );
}

const EMPTY_ROWS = 3;

/** Prices from instants on, in the time of the site; rows for more stand at the end. */
export function SeriesGrid({ item, zone, canEdit, onChange }: PriceGridProps) {
  const intl = useIntl();
  const { formatMessage, locale } = intl;
  const rows = seriesOf(item);
  const count = rows.length + (canEdit ? EMPTY_ROWS : 0);
  const grid = useEditableGrid({
    rows: Array.from({ length: count }, (_, index) => ({ key: String(index), title: String(index + 1) })),
    columns: [
      { key: 'from', label: formatMessage({ id: 'Tariffs_Series_From' }), unit: zone },
      { key: 'price', label: formatMessage({ id: 'Tariffs_Field_price' }), unit: `${item.currency}/MWh`, isNumber: true },
    ],
    canEdit,
    textOf: ({ row, column }) => (column === 0 ? (rows[row]?.from ?? '') : exactText(rows[row]?.price ?? null, intl)),
    cellOf: ({ row, column }) => {
      const problem = rowProblem(rows, row, zone);
      const isOfTime = problem === 'time' || problem === 'order';
      return {
        isTaken: true,
        text: column === 0 ? (rows[row]?.from ?? '') : priceText(rows[row]?.price ?? null, locale),
        problem: problem && isOfTime === (column === 0) ? formatMessage({ id: `Tariffs_Problem_${problem}` }) : undefined,
      };
    },
    onWrite: (written) =>
      onChange(
        withSeries(
          item,
          written.map(({ row, column, text }) => ({ row, part: column === 0 ? { from: text.trim() } : { price: toCell(text, locale) } })),
        ),
      ),
  });
  return <Grid grid={grid} name={formatMessage({ id: 'Tariffs_Field_series' })} corner={formatMessage({ id: 'Tariffs_Series_Row' })} />;
}

/** Side by side, or on a phone a row at a time. */
function Grid({ grid, name, corner }: { grid: EditableGridState; name: string; corner: string }) {
  const { formatMessage } = useIntl();
  if (useViewport() === 'phone')
    return <EditableGridForm grid={grid} labels={{ name, row: corner, nothingFound: formatMessage({ id: 'Form_Select_NothingFound' }) }} />;
  return (
    <div className={classes.grid}>
      <EditableGrid grid={grid} labels={{ name, corner, keys: formatMessage({ id: 'Budgets_Keys' }) }} />
    </div>
  );
}

function toCell(text: string, locale: string): Cell {
  const number = parseNumberText(text, locale);
  return number === undefined ? text.trim() : number;
}

function exactText(value: Cell, { formatNumber }: Pick<IntlShape, 'formatNumber'>): string {
  return typeof value === 'number' ? formatNumber(value, { maximumFractionDigits: 9, useGrouping: false }) : (value ?? '');
}

function pair(hour: number): string {
  return String(hour).padStart(2, '0');
}
