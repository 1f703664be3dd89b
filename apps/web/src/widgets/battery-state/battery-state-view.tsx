import type { TimeSeriesPlot } from '@solvane/charts/options/time-series';
import { TimeSeriesChart } from '@solvane/charts/time-series-chart';
import { decimalText, measuredNumberText } from '@solvane/i18n/number-text';
import { Facts } from '@solvane/ui/facts';
import { type CSSProperties, useMemo } from 'react';
import { useIntl } from 'react-intl';
import { intervalOf } from '../../shared/series/series-plots.ts';
import { useChartText } from '../../shared/series/use-chart-text.ts';
import { useChartView, useZoneClock } from '../../shared/series/use-chart-view.ts';
import { displayUnit } from '../../shared/units/display-unit.ts';
import { useSetFocus } from '../../shared/widgets/use-focus.ts';
import widgetClasses from '../../shared/widgets/widget.module.css';
import classes from './battery-state.module.css';
import { type BatteryRow, type BatteryStateProps, batteryRows } from './battery-state.ts';

/** Each battery with its state of charge, what it does and can do; below them the recent past of all. */
export default function BatteryStateView({ settings, page, data }: BatteryStateProps) {
  const { formatMessage } = useIntl();
  const setFocus = useSetFocus();
  const rows = useMemo(() => batteryRows({ settings, data }), [settings, data]);
  if (rows.length === 0) return <p className={widgetClasses.none}>{formatMessage({ id: 'BatteryState_None' })}</p>;
  const history = data.batteries?.history;
  return (
    <div className={classes.root}>
      {rows.map((row) => (
        <Unit
          key={row.segmentId}
          row={row}
          show={settings.show}
          isNamed={rows.length > 1}
          isChosen={page.focus?.segmentId === row.segmentId}
          onChoose={() => setFocus(row.segmentId)}
        />
      ))}
      {history && history.timesMs.length > 0 && <History history={history} nowMs={data.batteries?.nowMs ?? page.nowMs} zone={page.zone} />}
    </div>
  );
}

type Show = BatteryStateProps['settings']['show'];

interface UnitProps {
  row: BatteryRow;
  show: Show;
  isNamed: boolean;
  isChosen: boolean;
  onChoose: () => void;
}

function Unit({ row, show, isNamed, isChosen, onChoose }: UnitProps) {
  const { formatMessage, locale } = useIntl();
  const power = powerWords(row, locale);
  return (
    <section className={classes.unit} aria-label={row.name}>
      {isNamed && (
        <h3>
          <button type="button" className={classes.name} aria-pressed={isChosen} onClick={onChoose}>
            {row.name}
          </button>
        </h3>
      )}
      {show.includes('soc') && <Charge row={row} />}
      {show.includes('power') && <Power row={row} />}
      {show.includes('power') && (
        <p className={classes.power}>
          <b>{power(row.powerKw)}</b> {row.mode && formatMessage({ id: `BatteryState_Mode_${row.mode}` })}
          {row.setpointKw !== null && ` · ${formatMessage({ id: 'BatteryState_Setpoint' }, { power: power(row.setpointKw) })}`}
          {row.remainingHours !== null &&
            ` · ${formatMessage(
              { id: row.mode === 'Charging' ? 'BatteryState_Full' : 'BatteryState_Empty' },
              { hours: decimalText(row.remainingHours, { digits: 1, locale }) },
            )}`}
        </p>
      )}
      <Details row={row} show={show} />
    </section>
  );
}

/** Power around zero, charging to the left, with the setpoint as a tick. Nothing without a rating to measure it by. */
function Power({ row: { powerKw, setpointKw, ratedPowerKw } }: { row: BatteryRow }) {
  if (powerKw === null || !ratedPowerKw) return null;
  const share = (kw: number) => 50 + 50 * Math.max(-1, Math.min(1, kw / ratedPowerKw));
  const [from, to] = [Math.min(50, share(powerKw)), Math.max(50, share(powerKw))];
  return (
    <span className={classes.powerBar} aria-hidden="true" style={{ '--from': `${from}%`, '--to': `${to}%` } as CSSProperties}>
      <i className={classes.zero} />
      {setpointKw !== null && <i className={classes.setpoint} style={{ insetInlineStart: `${share(setpointKw)}%` }} />}
    </span>
  );
}

/** How full it is, with the emptiest and the fullest of its batteries as ticks. */
function Charge({ row: { stateOfCharge, stateOfChargeMin, stateOfChargeMax } }: { row: BatteryRow }) {
  const { formatMessage, locale } = useIntl();
  const ticks = [stateOfChargeMin, stateOfChargeMax].flatMap((at) => at ?? []);
  return (
    <div className={classes.charge}>
      <span className={classes.bar} aria-hidden="true" style={{ '--fill': `${stateOfCharge ?? 0}%` } as CSSProperties}>
        {ticks.map((at, index) => (
          <i key={index === 0 ? 'least' : 'most'} style={{ insetInlineStart: `${at}%` }} />
        ))}
      </span>
      <span>
        <b>{decimalText(stateOfCharge, { digits: 0, locale })}</b>
        {'\u2009%'}{' '}
        <small>
          {stateOfChargeMin !== null && stateOfChargeMax !== null && stateOfChargeMax - stateOfChargeMin >= 1
            ? formatMessage(
                { id: 'BatteryState_Range' },
                { least: decimalText(stateOfChargeMin, { digits: 0, locale }), most: decimalText(stateOfChargeMax, { digits: 0, locale }) },
              )
            : formatMessage({ id: 'Signal_StateOfCharge' })}
        </small>
      </span>
    </div>
  );
}

function Details({ row, show }: { row: BatteryRow; show: Show }) {
  const { formatMessage, locale } = useIntl();
  const power = powerWords(row, locale);
  const energy = displayUnit('kWh', Math.max(row.usableKwh ?? 0, row.storedKwh ?? 0));
  const percent = (value: number | null, digits = 1) => (value === null ? undefined : decimalText(value, { digits, locale }));
  const marked = (text: string | undefined, isMarked: boolean) =>
    text !== undefined && isMarked ? <b className={classes.warn}>▲ {text}</b> : text;
  const number = (value: number | null) => (value === null ? undefined : measuredNumberText(value, locale));
  const facts = [
    {
      fact: 'availablePower',
      label: 'BatteryState_AvailableCharge',
      value: row.availableChargeKw === null ? undefined : power(row.availableChargeKw),
      unit: undefined,
    },
    {
      fact: 'availablePower',
      label: 'BatteryState_AvailableDischarge',
      value: row.availableDischargeKw === null ? undefined : power(row.availableDischargeKw),
      unit: undefined,
    },
    {
      fact: 'storedEnergy',
      label: 'Signal_StoredEnergy',
      value: number(row.storedKwh === null ? null : row.storedKwh * energy.factor),
      unit: energy.unit,
    },
    {
      fact: 'storedEnergy',
      label: 'BatteryState_Usable',
      value: number(row.usableKwh === null ? null : row.usableKwh * energy.factor),
      unit: energy.unit,
    },
    { fact: 'soh', label: 'Metric_soh', value: percent(row.stateOfHealth), unit: '%' },
    { fact: 'cyclesToday', label: 'BatteryState_Fact_cyclesToday', value: percent(row.cycles, 2), unit: undefined },
    { fact: 'rte30d', label: 'BatteryState_Fact_rte30d', value: percent(row.roundTrip), unit: '%' },
    { fact: 'adherence', label: 'BatteryState_Fact_adherence', value: percent(row.adherence), unit: '%' },
    { fact: 'spread', label: 'BatteryState_Fact_spread', value: marked(percent(row.cellSpreadMv, 0), row.isSpreadWide), unit: 'mV' },
    {
      fact: 'temperature',
      label: 'BatteryState_Fact_temperature',
      value: marked(percent(row.cellTemperatureMax), row.isUneven),
      unit: '°C',
    },
  ] as const;
  return (
    <Facts
      layout="columns"
      facts={facts
        .filter(({ fact }) => show.includes(fact))
        .map(({ label, value, unit }) => ({
          label: formatMessage({ id: label }),
          value,
          unit: value === undefined ? undefined : unit,
          reason: formatMessage({ id: 'NoValue_noSeries' }),
        }))}
    />
  );
}

function powerWords({ ratedPowerKw }: BatteryRow, locale: string) {
  const { unit, factor } = displayUnit('kW', ratedPowerKw ?? 0);
  return (kw: number | null) => (kw === null ? '—' : `${decimalText(kw * factor, { digits: unit === 'kW' ? 0 : 2, locale })}\u2009${unit}`);
}

type HistoryData = NonNullable<BatteryStateProps['data']['batteries']>['history'];

/** State of charge as a line, power as bars around zero. */
function History({ history, nowMs, zone }: { history: HistoryData; nowMs: number; zone: string }) {
  const { formatMessage, formatDate, locale } = useIntl();
  const period = useMemo(() => ({ startMs: history.timesMs[0] ?? nowMs - 1, endMs: nowMs }), [history, nowMs]);
  const view = useChartView(period);
  const clock = useZoneClock(zone);
  const plots = useMemo((): TimeSeriesPlot[] => {
    const timesMs = Float64Array.from(history.timesMs);
    const columnOf = (values: readonly (number | null)[]) => Float64Array.from(values, (value) => value ?? Number.NaN);
    const powers = columnOf(history.powerKw);
    const { unit, factor } = displayUnit(
      'kW',
      powers.reduce((most, kw) => Math.max(most, Number.isNaN(kw) ? 0 : Math.abs(kw)), 0),
    );
    const common = {
      detail: '',
      low: null,
      high: null,
      completeness: null,
      colour: null,
      timesMs,
      stepMs: intervalOf(timesMs),
      stroke: 'actual' as const,
    };
    const [charge, power] = [formatMessage({ id: 'Signal_StateOfCharge' }), formatMessage({ id: 'DeviceState_Column_Power' })];
    return [
      {
        id: 'charge',
        title: charge,
        unit: '%',
        factor: 1,
        fromZero: true,
        lines: [{ ...common, id: 'soc', label: charge, shape: 'line', values: columnOf(history.stateOfCharge) }],
      },
      {
        id: 'power',
        title: power,
        unit,
        factor,
        fromZero: true,
        lines: [{ ...common, id: 'power', label: power, shape: 'bars', values: powers }],
      },
    ];
  }, [history, formatMessage]);
  const time = (atMs: number) => formatDate(atMs, { dateStyle: 'short', timeStyle: 'short', timeZone: zone });
  const text = useChartText({
    name: formatMessage({ id: 'BatteryState_History' }),
    summary: formatMessage({ id: 'BatteryState_Summary' }, { from: time(period.startMs), to: time(period.endMs) }),
  });
  return (
    <div className={classes.chart}>
      <TimeSeriesChart
        plots={plots}
        domain={period}
        {...view}
        nowMs={nowMs}
        clock={clock}
        locale={locale}
        wheelZooms={false}
        hasLegend={false}
        text={text}
      />
    </div>
  );
}
