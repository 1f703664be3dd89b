import type { MeasuredBin, MeasuredCurve } from '@solvane/contract/models';
import { decimalText } from '@solvane/i18n/number-text';
import type { DataColumn } from '@solvane/ui/data-table-props';
import { useMemo } from 'react';
import { type IntlShape, useIntl } from 'react-intl';
import { DownloadCsv } from '../../shared/table/download-csv.tsx';
import { ScreenTable } from '../../shared/table/screen-table.tsx';
import { markLines, rangeOf } from './curve-lines.ts';
import { CurvePicture } from './curve-picture.tsx';
import { activeCurves, binGroups, binRanges, measuredLines } from './measured-lines.ts';
import classes from './model-data.module.css';

interface MeasuredViewProps {
  measured: readonly MeasuredCurve[];
  binWidth: number;
  /** Without the table, as beside another screen. */
  isShort?: boolean;
}

/** What turbines showed against the curve that holds: picture, what cannot be trusted, and every bin. */
export function MeasuredView({ measured, binWidth, isShort = false }: MeasuredViewProps) {
  const intl = useIntl();
  const { formatMessage, formatNumber } = intl;
  const nameOf = useMeasuredName(measured);
  const lines = useMemo(() => {
    const curves = activeCurves(measured, formatMessage({ id: 'ModelData_Generic' }));
    const [first] = curves;
    const range = first && rangeOf(first);
    const marks = range
      ? (['cutIn', 'cutOut'] as const).map((key) => ({
          name: formatMessage({ id: `ModelData_${key}` }, { speed: formatNumber(range[key], { maximumFractionDigits: 1 }) }),
          windSpeed: range[key],
        }))
      : [];
    return [...measuredLines(measured, curves, nameOf), ...markLines(marks, curves)];
  }, [measured, nameOf, formatMessage, formatNumber]);
  const columns = columnsOf(intl);
  const rows = measured.flatMap((curve) => curve.bins.map((bin) => ({ ...bin, curve, turbine: nameOf(curve) })));
  return (
    <>
      <div className={classes.padded}>
        <CurvePicture
          label={formatMessage({ id: 'ModelData_Measured_Picture' }, { names: measured.map(nameOf).join(', ') })}
          lines={lines}
          xTitle={formatMessage({ id: 'PowerCurve_WindNormalised' })}
        />
      </div>
      <ul className={classes.list}>
        {measured.map((curve) => (
          <li key={curve.segmentId}>
            <b>{nameOf(curve)}</b> · {summaryOf(curve, intl)} {trustOf(curve, binWidth, intl)}
          </li>
        ))}
      </ul>
      {!isShort && (
        <div className={classes.table}>
          <div className={classes.tableActions}>
            <DownloadCsv columns={columns} rows={rows} name={measured.map(nameOf).join(', ')} />
          </div>
          <ScreenTable
            label={formatMessage({ id: 'ModelData_Measured_Table' })}
            rows={rows}
            columns={columns}
            getRowId={({ curve, centre }) => `${curve.segmentId} ${centre}`}
          />
        </div>
      )}
    </>
  );
}

/** Name of a turbine, with its site where there are several. */
export function useMeasuredName(measured: readonly MeasuredCurve[]): (curve: MeasuredCurve) => string {
  return useMemo(() => {
    const isOneSite = new Set(measured.map(({ siteName }) => siteName)).size <= 1;
    return ({ name, siteName }) => (isOneSite ? name : `${siteName} ${name}`);
  }, [measured]);
}

/** How much data it rests on, and how far it is from the curve that holds. */
function summaryOf({ hours, isComplete, curve, deviationPercent }: MeasuredCurve, { formatMessage, formatNumber }: IntlShape): string {
  const data = formatMessage(
    { id: isComplete ? 'ModelData_Hours_Complete' : 'ModelData_Hours_Incomplete' },
    { hours: formatNumber(hours, { maximumFractionDigits: 0 }) },
  );
  if (!curve) return `${data} ${formatMessage({ id: 'ModelData_NoActive' })}`;
  const name = curve.name ?? formatMessage({ id: 'ModelData_Generic' });
  if (deviationPercent === null) return `${data} ${formatMessage({ id: 'ModelData_Deviation_None' }, { name })}`;
  const percent = formatNumber(deviationPercent, { maximumFractionDigits: 1, signDisplay: 'exceptZero' });
  return `${data} ${formatMessage({ id: 'ModelData_Deviation' }, { percent, name })}`;
}

/** Bins without enough data by name, and those that were filled in. */
function trustOf(curve: MeasuredCurve, binWidth: number, { formatMessage, formatNumber, formatList }: IntlShape): string {
  const { tooLittle, interpolated } = binGroups(curve);
  const winds = (bins: readonly MeasuredBin[]): string =>
    formatList(
      binRanges(bins, binWidth).map(([from, to]) => (from === to ? formatNumber(from) : `${formatNumber(from)}–${formatNumber(to)}`)),
      { type: 'unit', style: 'short' },
    );
  return [
    tooLittle.length > 0 && formatMessage({ id: 'ModelData_TooLittle' }, { bins: winds(tooLittle) }),
    interpolated.length > 0 && formatMessage({ id: 'ModelData_Interpolated' }, { bins: winds(interpolated) }),
  ]
    .filter((text) => typeof text === 'string')
    .join(' ');
}

interface BinRow extends MeasuredBin {
  curve: MeasuredCurve;
  turbine: string;
}

function columnsOf({ formatMessage, formatNumber, locale }: IntlShape): DataColumn<BinRow>[] {
  const fixed = (digits: number) => (value: string | number) => decimalText(Number(value), { digits, locale });
  const noCurve = ({ curve }: BinRow) => formatMessage({ id: curve.curve ? 'ModelData_OutsideCurve' : 'ModelData_NoActive' });
  const validity = ({ isValid, isInterpolated }: MeasuredBin) =>
    formatMessage({ id: isInterpolated ? 'PowerCurve_Interpolated' : isValid ? 'Common_Yes' : 'Common_No' });
  return [
    {
      id: 'turbine',
      header: formatMessage({ id: 'ReferenceTurbines_Turbine' }),
      value: ({ turbine }) => turbine,
      isRowHeader: true,
      width: 130,
      card: 'title',
    },
    {
      id: 'bin',
      header: formatMessage({ id: 'PowerCurve_Column_Bin' }),
      unit: 'm/s',
      value: ({ centre }) => centre,
      text: (value) => formatNumber(Number(value)),
      align: 'end',
      width: 90,
      card: 'value',
    },
    {
      id: 'points',
      header: formatMessage({ id: 'PowerCurve_Column_Points' }),
      value: ({ points }) => points,
      text: (value) => formatNumber(Number(value)),
      align: 'end',
      width: 90,
      card: 'fact',
    },
    {
      id: 'speed',
      header: formatMessage({ id: 'PowerCurve_Column_MeanSpeed' }),
      unit: 'm/s',
      value: ({ windSpeed }) => windSpeed,
      text: fixed(2),
      align: 'end',
      width: 130,
      card: 'fact',
    },
    {
      id: 'power',
      header: formatMessage({ id: 'PowerCurve_Column_MeanPower' }),
      unit: 'kW',
      value: ({ power }) => power,
      text: fixed(1),
      align: 'end',
      width: 130,
      card: 'fact',
    },
    {
      id: 'curvePower',
      header: formatMessage({ id: 'PowerCurve_Column_CurvePower' }),
      unit: 'kW',
      value: ({ curvePower }) => curvePower,
      text: fixed(1),
      reason: noCurve,
      align: 'end',
      width: 130,
      card: 'fact',
    },
    {
      id: 'deviation',
      header: formatMessage({ id: 'PowerCurve_Column_Deviation' }),
      unit: '%',
      value: ({ deviationPercent }) => deviationPercent,
      text: (value) => formatNumber(Number(value), { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: 'exceptZero' }),
      reason: noCurve,
      align: 'end',
      width: 110,
      card: 'fact',
    },
    {
      id: 'valid',
      header: formatMessage({ id: 'PowerCurve_Column_Valid' }),
      hint: formatMessage({ id: 'PowerCurve_TooLittle' }),
      value: validity,
      tone: ({ isValid }) => (isValid ? undefined : 'muted'),
      width: 120,
      canGrow: true,
      card: 'fact',
    },
  ];
}
