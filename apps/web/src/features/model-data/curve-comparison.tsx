import type { ListedPowerCurve } from '@solvane/contract/models';
import { decimalText } from '@solvane/i18n/number-text';
import type { DataColumn } from '@solvane/ui/data-table-props';
import { Section } from '@solvane/ui/section';
import { useMemo } from 'react';
import { type IntlShape, useIntl } from 'react-intl';
import { ConfigurationNote } from '../../shared/configuration/configuration-layout.tsx';
import { MultiSelectField } from '../../shared/fields/select-field.tsx';
import { DownloadCsv } from '../../shared/table/download-csv.tsx';
import { ScreenTable } from '../../shared/table/screen-table.tsx';
import { type CurveItem, pointsOf } from './curve-draft.ts';
import { type ComparedRow, comparedRows, markLines, type NamedCurve, rangeOf, toLine } from './curve-lines.ts';
import { CurvePicture } from './curve-picture.tsx';
import classes from './model-data.module.css';

interface CurveComparisonProps {
  openId: string;
  name: string;
  items: readonly CurveItem[];
  curves: readonly ListedPowerCurve[];
  compared: readonly string[];
  onCompare: (ids: string[]) => void;
}

/** More lines cannot be told apart. */
const MOST_COMPARED = 6;

/** The open curve as it would be saved, beside others: in one picture and in one table. */
export function CurveComparison({ openId, name, items, curves, compared, onCompare }: CurveComparisonProps) {
  const intl = useIntl();
  const { formatMessage, formatNumber } = intl;
  const drawn = useMemo((): NamedCurve[] => {
    const own = pointsOf(items)
      .map(({ speed, power }) => ({ windSpeed: Number(speed), power: power.trim() === '' ? Number.NaN : Number(power) }))
      .filter(({ windSpeed, power }) => Number.isFinite(windSpeed) && Number.isFinite(power));
    return [{ id: openId, name, points: own }, ...curves.filter(({ id }) => id !== openId && compared.includes(id))];
  }, [items, openId, name, curves, compared]);
  const [own] = drawn;
  const range = own && rangeOf(own);
  const lines = useMemo(() => {
    const marks = range
      ? (['cutIn', 'cutOut'] as const).map((key) => ({
          name: formatMessage({ id: `ModelData_${key}` }, { speed: formatNumber(range[key], { maximumFractionDigits: 1 }) }),
          windSpeed: range[key],
        }))
      : [];
    return [...drawn.map((curve) => toLine(curve, 'measured')), ...markLines(marks, drawn)];
  }, [drawn, range, formatMessage, formatNumber]);
  const columns = columnsOf(drawn, intl);
  const rows = useMemo(() => comparedRows(drawn.filter(({ points }) => points.length > 1)), [drawn]);
  const options = curves
    .filter(({ id }) => id !== openId)
    .map(({ id, name: label, type }) => ({ value: id, label, detail: formatMessage({ id: `PowerCurve_Type_${type}` }) }));
  return (
    <Section
      title={formatMessage({ id: 'ModelData_Curve' })}
      actions={<DownloadCsv columns={columns} rows={rows} name={drawn.map((curve) => curve.name).join(', ')} />}
      isFramed
    >
      <div className={classes.padded}>
        {options.length > 0 && (
          <MultiSelectField
            label={formatMessage({ id: 'ModelData_Compare' })}
            options={options}
            values={compared.filter((id) => options.some(({ value }) => value === id))}
            maxCount={MOST_COMPARED}
            onChange={onCompare}
          />
        )}
        <CurvePicture
          label={formatMessage({ id: 'ModelData_Picture' }, { names: drawn.map((curve) => curve.name).join(', ') })}
          lines={lines}
          xTitle={formatMessage({ id: 'PowerCurve_Wind' })}
        />
      </div>
      {drawn.length > 1 && (
        <div className={classes.padded}>
          <ConfigurationNote>{formatMessage({ id: 'ModelData_Compare_Note' })}</ConfigurationNote>
        </div>
      )}
      <div className={classes.table}>
        <ScreenTable
          label={formatMessage({ id: 'ModelData_Table' })}
          rows={rows}
          columns={columns}
          getRowId={({ windSpeed }) => String(windSpeed)}
          empty={formatMessage({ id: 'ModelData_Problem_fewPoints' })}
        />
      </div>
    </Section>
  );
}

function columnsOf(curves: readonly NamedCurve[], { formatMessage, formatNumber, locale }: IntlShape): DataColumn<ComparedRow>[] {
  const percent = (row: ComparedRow, at: number): number | null => {
    const [own = 0, other = Number.NaN] = [row.powers[0], row.powers[at]];
    return own > 0 ? (100 * (other - own)) / own : null;
  };
  return [
    {
      id: 'speed',
      header: formatMessage({ id: 'ModelData_Speed' }),
      unit: 'm/s',
      value: ({ windSpeed }) => windSpeed,
      text: (speed) => formatNumber(Number(speed), { maximumFractionDigits: 3 }),
      align: 'end',
      isRowHeader: true,
      width: 110,
      card: 'title',
    },
    ...curves.flatMap(({ id, name }, at): DataColumn<ComparedRow>[] => [
      {
        id,
        header: name,
        unit: 'kW',
        value: ({ powers }) => powers[at] ?? null,
        text: (power) => decimalText(Number(power), { digits: 1, locale }),
        align: 'end',
        width: 130,
        canGrow: true,
        card: 'fact',
      },
      ...(at === 0
        ? []
        : [
            {
              id: `${id} difference`,
              header: formatMessage({ id: 'ModelData_Difference' }, { name }),
              unit: '%',
              value: (row: ComparedRow) => percent(row, at),
              text: (value: string | number) => formatNumber(Number(value), { maximumFractionDigits: 1, signDisplay: 'exceptZero' }),
              reason: () => formatMessage({ id: 'ModelData_Difference_None' }),
              align: 'end' as const,
              width: 130,
              canGrow: true,
              card: 'fact' as const,
            },
          ]),
    ]),
  ];
}
