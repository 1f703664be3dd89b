import { ActionIcon } from '@mantine/core';
import { type SegmentId, signalIdSchema } from '@solvane/contract/ids';
import { signalsOfMetric } from '@solvane/contract/metric-signals';
import type { MetricRow } from '@solvane/contract/metric-values';
import { metricDefinition } from '@solvane/contract/metrics';
import { amountText, measuredNumberText } from '@solvane/i18n/number-text';
import { IconX } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { usePermission } from '../access/permission-gate.tsx';
import { useSignalName } from '../signals/use-signal-name.ts';
import { ValueExplanation } from '../signals/value-explanation.tsx';
import classes from '../signals/why-this-number.module.css';
import { displayUnit } from '../units/display-unit.ts';
import { metricReason, metricText } from './metric-text.ts';

/** What a number is of. */
export interface MetricSubject {
  /** Names of the site or device and of the period, as far as they are shown. */
  labels: readonly string[];
  /** undefined: of several */
  segmentId: SegmentId | undefined;
  zone: string;
  /** In the period of the number. */
  timeMs: number;
}

/** The number with its parts, what it lacks, and an interval of the signal behind it. */
export function MetricExplanation({
  row,
  labels,
  segmentId,
  zone,
  timeMs,
  onClose,
}: MetricSubject & { row: MetricRow; onClose: () => void }) {
  const intl = useIntl();
  const { formatMessage, locale } = intl;
  const signalName = useSignalName();
  const isAllowed = usePermission('PageDataStudio');
  const { time, fleet } = metricDefinition(row.metricId);
  const signals = signalsOfMetric(row.metricId);
  const [first] = signals;
  const reason = metricReason(row, intl);
  const { unit, factor } = displayUnit(row.unit, Math.abs(row.value ?? 0));
  const isQuotient = row.numerator !== null && row.denominator !== null;
  return (
    <>
      <header className={classes.head}>
        <span>{formatMessage({ id: 'SignalsPanel_Why' })}</span>
        <ActionIcon aria-label={formatMessage({ id: 'Common_Close' })} onClick={onClose}>
          <IconX />
        </ActionIcon>
      </header>
      <div className={classes.content}>
        <h3 className={classes.title}>
          {metricText(row.metricId, intl)}
          {labels.length > 0 && <span className={classes.second}> · {labels.join(' · ')}</span>}
        </h3>
        <p className={classes.value}>
          {amountText(row.value === null ? null : row.value * factor, { unit, locale })} <span className={classes.unit}>{unit}</span>
        </p>
        {reason !== undefined && <p className={classes.reasons}>{reason}</p>}
        <section className={classes.part}>
          <ul>
            <Fact name={formatMessage({ id: 'MetricExplanation_Time' })} value={formatMessage({ id: `MetricExplanation_Time_${time}` })} />
            {row.of > 1 && (
              <Fact
                name={formatMessage({ id: 'MetricExplanation_Fleet' })}
                value={formatMessage({ id: `MetricExplanation_Fleet_${fleet}` })}
              />
            )}
            {isQuotient && (
              <>
                <Fact name={formatMessage({ id: 'MetricExplanation_Numerator' })} value={measuredNumberText(row.numerator ?? 0, locale)} />
                <Fact
                  name={formatMessage({ id: 'MetricExplanation_Denominator' })}
                  value={measuredNumberText(row.denominator ?? 0, locale)}
                />
              </>
            )}
            {row.of > 1 && (
              <Fact
                name={formatMessage({ id: 'MetricExplanation_Known' })}
                value={formatMessage({ id: 'Widget_HaveOf' }, { have: row.have, of: row.of })}
              />
            )}
          </ul>
        </section>
        {signals.length > 0 && (
          <section className={classes.part}>
            <h4>{formatMessage({ id: 'MetricExplanation_Signals' })}</h4>
            <ul>
              {signals.map((signalId) => (
                <li key={signalId}>
                  <span>{signalName(signalId)}</span>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
      {isAllowed && first !== undefined && segmentId !== undefined && (
        <ValueExplanation
          signalId={signalIdSchema.parse(first)}
          segmentIds={[segmentId]}
          nameOf={() => labels[0] ?? ''}
          zone={zone}
          timeMs={timeMs}
        />
      )}
    </>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <li>
      <span>{name}</span>
      <span>{value}</span>
    </li>
  );
}
