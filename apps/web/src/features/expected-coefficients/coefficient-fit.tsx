import { Button, TextInput } from '@mantine/core';
import { barOption } from '@solvane/charts/options/bar';
import type { Site } from '@solvane/contract/fleet';
import type { CoefficientFitWire } from '@solvane/contract/models';
import { dayBounds, dayStart, localDayOf, parseIsoDate, toIsoDate } from '@solvane/energy/time/local-day';
import { decimalText } from '@solvane/i18n/number-text';
import { Facts } from '@solvane/ui/facts';
import { Section } from '@solvane/ui/section';
import { useId, useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import { KindChart } from '../../shared/charts/kind-chart.tsx';
import { ConfigurationNote } from '../../shared/configuration/configuration-layout.tsx';
import { SelectField } from '../../shared/fields/select-field.tsx';
import { DateField } from '../../shared/form-definition/date-field.tsx';
import { ErrorState } from '../../shared/states/error-state.tsx';
import { parseNumberText } from '../../shared/text/parse-number.ts';
import { type DeviceTable, isStated, MONTH_FIELDS, type TableDevice } from './coefficient-draft.ts';
import classes from './coefficients.module.css';
import { useFitCoefficients } from './coefficients.queries.ts';
import { monthShort } from './use-coefficient-texts.ts';

interface CoefficientFitProps {
  site: Site;
  devices: readonly TableDevice[];
  items: readonly DeviceTable[];
  canEdit: boolean;
  onAccept: (segmentId: string, fit: CoefficientFitWire, degradationPercent: number) => void;
}

const YEAR_DAYS = 365;
const LONGEST_DAYS = 3 * YEAR_DAYS;
const MOST_DEGRADATION = 5;
/** Below these a fit is shown with a warning. */
const [FEW_HOURS, WEAK_FIT] = [200, 0.8];

/** Coefficients that a device would have needed, with the quality of the fit. They are offered; only the user takes them over. */
export function CoefficientFit({ site, devices, items, canEdit, onAccept }: CoefficientFitProps) {
  const { formatMessage, locale } = useIntl();
  const zone = site.metadata.timezone ?? 'UTC';
  const today = localDayOf(Date.now(), zone);
  const [segmentId, setSegmentId] = useState<string>(devices[0]?.segmentId ?? '');
  const [first, setFirst] = useState(toIsoDate(today - YEAR_DAYS));
  const [last, setLast] = useState(toIsoDate(today - 1));
  const [degradation, setDegradation] = useState('0');
  const fit = useFitCoefficients();
  const device = devices.find((each) => each.segmentId === segmentId);
  const [from, to] = [parseIsoDate(first), parseIsoDate(last)];
  const percent = parseNumberText(degradation, locale) ?? (degradation.trim() === '' ? 0 : Number.NaN);
  const isDegradationWrong = !(percent >= 0 && percent <= MOST_DEGRADATION);
  const periodProblem =
    from === undefined || to === undefined || from > to || to - from > LONGEST_DAYS
      ? formatMessage({ id: 'Coefficients_Fit_Period' })
      : undefined;
  const isPossible = device !== undefined && periodProblem === undefined && !isDegradationWrong;
  const start = (): void => {
    if (!device || from === undefined || to === undefined) return;
    const period = { startMs: dayStart(from, zone), endMs: dayBounds(to, zone).endMs };
    fit.mutate({ siteId: site.siteId, segmentId: device.segmentId, ...period, degradationPerYear: percent / 100 });
  };
  const used = fit.variables;
  const table = items.find(({ id }) => id === used?.segmentId);
  return (
    <Section title={formatMessage({ id: 'Coefficients_Fit' })} detail={formatMessage({ id: 'Coefficients_Fit_Detail' })} isFramed>
      <div className={classes.fit}>
        <div className={classes.choices}>
          <SelectField
            label={formatMessage({ id: 'Coefficients_Fit_Device' })}
            value={segmentId}
            options={devices.map((each) => ({ value: each.segmentId as string, label: each.name }))}
            onChange={(value) => setSegmentId(value ?? '')}
          />
          <DateField
            id={useId()}
            label={formatMessage({ id: 'Coefficients_Fit_First' })}
            description={undefined}
            error={periodProblem}
            withAsterisk
            value={first}
            onChange={(value) => setFirst(value ?? '')}
            onBlur={() => undefined}
          />
          <DateField
            id={useId()}
            label={formatMessage({ id: 'Coefficients_Fit_Last' })}
            description={undefined}
            error={undefined}
            withAsterisk
            value={last}
            onChange={(value) => setLast(value ?? '')}
            onBlur={() => undefined}
          />
          {device?.isWind === false && (
            <TextInput
              label={formatMessage({ id: 'Coefficients_Fit_Degradation' })}
              value={degradation}
              inputMode="decimal"
              error={isDegradationWrong && formatMessage({ id: 'Coefficients_Problem_outOfRange' }, { min: 0, max: MOST_DEGRADATION })}
              onChange={({ currentTarget }) => setDegradation(currentTarget.value)}
            />
          )}
          <Button variant="default" disabled={!isPossible} loading={fit.isPending} onClick={start}>
            {formatMessage({ id: 'Coefficients_Fit_Run' })}
          </Button>
        </div>
        {fit.error && <ErrorState error={fit.error} onRetry={start} />}
        {fit.data && used && table && (
          <FitResult
            fit={fit.data}
            table={table}
            onAccept={canEdit ? () => onAccept(table.id, fit.data, used.degradationPerYear * 100) : undefined}
          />
        )}
      </div>
    </Section>
  );
}

interface FitResultProps {
  fit: CoefficientFitWire;
  table: DeviceTable;
  onAccept: (() => void) | undefined;
}

const REASONS = ['events', 'clipping', 'estimated', 'weak', 'missing'] as const;

function FitResult({ fit, table, onAccept }: FitResultProps) {
  const intl = useIntl();
  const { formatMessage, formatNumber, locale } = intl;
  const { months, excluded, points, rSquared, rmseKw, firstDay, lastDay, devices } = fit;
  const build = useMemo(
    () => (palette: Parameters<typeof barOption>[0]['palette']) =>
      barOption({
        ...{ palette, locale, unit: '' },
        categories: months.map(({ month }) => monthShort(month, intl)),
        series: [{ name: formatMessage({ id: 'Coefficients_Fitted' }), values: months.map(({ coefficient }) => coefficient) }],
        expected: MONTH_FIELDS.map((field) => (typeof table[field] === 'number' ? table[field] : null)),
      }),
    [months, table, locale, intl, formatMessage],
  );
  if (points === 0) return <ConfigurationNote>{formatMessage({ id: 'Coefficients_Fit_None' })}</ConfigurationNote>;
  const hours = months.reduce((sum, month) => sum + month.hours, 0);
  const own = months.filter(({ isOfWholePeriod }) => !isOfWholePeriod).length;
  const isWeak = hours < FEW_HOURS * devices || (rSquared !== null && rSquared < WEAK_FIT) || own < 12;
  const number = (value: number | null, digits: number) => (value === null ? undefined : decimalText(value, { digits, locale }));
  return (
    <>
      <div className={classes.picture}>
        <KindChart label={formatMessage({ id: 'Coefficients_Fit_Chart' }, { device: table.name })} build={build} />
      </div>
      <ConfigurationNote>
        {formatMessage({ id: isStated(table) ? 'Coefficients_Fit_Legend' : 'Coefficients_Fit_LegendNone' })}
      </ConfigurationNote>
      <Facts
        layout="grid"
        isNumeric
        facts={[
          { label: 'R\u00b2', value: number(rSquared, 3), reason: formatMessage({ id: 'Coefficients_Fit_NoSpread' }) },
          { label: 'RMSE', value: number(rmseKw, 1), unit: 'kW' },
          { label: formatMessage({ id: 'Coefficients_Fit_Points' }), value: formatNumber(points) },
          { label: formatMessage({ id: 'Coefficients_Fit_Hours' }), value: number(hours, 0), unit: 'h' },
          { label: formatMessage({ id: 'Coefficients_Fit_Used' }), value: `${firstDay} \u2013 ${lastDay}` },
          { label: formatMessage({ id: 'Coefficients_Fit_OwnMonths' }), value: `${own} / 12` },
        ]}
      />
      <p className={classes.excluded}>
        {formatMessage({ id: 'Coefficients_Fit_Excluded' })}{' '}
        {REASONS.filter((reason) => excluded[reason] > 0)
          .map((reason) => formatMessage({ id: `Coefficients_Excluded_${reason}` }, { count: excluded[reason] }))
          .join(' \u00b7 ') || formatMessage({ id: 'Coefficients_Excluded_nothing' })}
      </p>
      {isWeak && <ConfigurationNote>{formatMessage({ id: 'Coefficients_Fit_Weak' })}</ConfigurationNote>}
      <div className={classes.scroll}>
        <table className={classes.months} aria-label={formatMessage({ id: 'Coefficients_Fit_Table' }, { device: table.name })}>
          <thead>
            <tr>
              <th scope="col">{formatMessage({ id: 'Coefficients_Month' })}</th>
              {months.map(({ month }) => (
                <th key={month} scope="col">
                  {monthShort(month, intl)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">{formatMessage({ id: 'Coefficients_Fitted' })}</th>
              {months.map(({ month, coefficient, isOfWholePeriod }) => (
                <td key={month} data-borrowed={isOfWholePeriod || undefined}>
                  {number(coefficient, 4) ?? '\u2014'}
                  {isOfWholePeriod && '*'}
                </td>
              ))}
            </tr>
            <tr>
              <th scope="row">{formatMessage({ id: 'Coefficients_Current' })}</th>
              {MONTH_FIELDS.map((field) => (
                <td key={field}>{typeof table[field] === 'number' ? number(table[field], 4) : '\u2014'}</td>
              ))}
            </tr>
            <tr>
              <th scope="row">{formatMessage({ id: 'Coefficients_Fit_MonthHours' })}</th>
              {months.map(({ month, hours: ofMonth }) => (
                <td key={month}>{number(ofMonth, 0)}</td>
              ))}
            </tr>
          </tbody>
        </table>
      </div>
      {own < 12 && <ConfigurationNote>{formatMessage({ id: 'Coefficients_Fit_Borrowed' })}</ConfigurationNote>}
      {onAccept && (
        <div>
          <Button onClick={onAccept}>{formatMessage({ id: 'Coefficients_Fit_Accept' }, { device: table.name })}</Button>
        </div>
      )}
    </>
  );
}
