import type { ReportedDevice, ReportedSignal } from '@solvane/contract/data-report';
import { signalIdSchema } from '@solvane/contract/ids';
import type { DataColumn } from '@solvane/ui/data-table-props';
import { ReasonedValue } from '@solvane/ui/reasoned-value';
import { IconAlertTriangle, IconCircleX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { useIntl } from 'react-intl';
import { useTypeLabel } from '../../shared/fleet/use-type-label.ts';
import { useSignalName } from '../../shared/signals/use-signal-name.ts';
import { WhyThisNumber } from '../../shared/signals/why-this-number.tsx';
import { ScreenTable } from '../../shared/table/screen-table.tsx';
import { useNoValueText } from '../../shared/text/use-no-value-text.ts';
import { useServerText } from '../../shared/text/use-server-text.ts';
import classes from './data-report.module.css';
import { useEnergyText } from './use-energy-text.ts';

/** One device: a row per measured signal, and what it lacks for expected power. */
export function DeviceReport({
  device,
  timezone,
  onOpenMetadata,
}: {
  device: ReportedDevice;
  timezone: string;
  onOpenMetadata: () => void;
}) {
  const typeLabel = useTypeLabel();
  const headId = useId();
  const columns = useSignalColumns(device, timezone);
  const { name, segmentType, signals, missingExpectation } = device;
  return (
    <section className={classes.widget} aria-labelledby={headId}>
      <header className={classes.head}>
        <h2 id={headId}>{name}</h2>
        <span className={classes.second}>{typeLabel(segmentType)}</span>
      </header>
      {missingExpectation && <MissingExpectation gap={missingExpectation} onOpenMetadata={onOpenMetadata} />}
      {signals.length > 0 && <ScreenTable label={name} isBare rows={signals} columns={columns} getRowId={({ signalId }) => signalId} />}
    </section>
  );
}

function MissingExpectation({
  gap,
  onOpenMetadata,
}: {
  gap: NonNullable<ReportedDevice['missingExpectation']>;
  onOpenMetadata: () => void;
}) {
  const { formatMessage, formatNumber } = useIntl();
  const serverText = useServerText();
  const share = formatNumber(gap.intervals / gap.ofIntervals, { style: 'percent', maximumFractionDigits: 0 });
  return (
    <div className={classes.missing}>
      <IconAlertTriangle className={classes.icon} size={16} aria-hidden="true" />
      <div>
        <p>{formatMessage({ id: 'DataReport_Missing' }, { share, days: gap.days })}</p>
        <ul>
          {gap.reasons.map((reason) => (
            <li key={reason}>
              {serverText(`Expectation_Missing_${reason}`)} {serverText(`Expectation_Mend_${reason}`)}
            </li>
          ))}
        </ul>
        <Link to="/manage-data/metadata" onClick={onOpenMetadata}>
          {formatMessage({ id: 'DataReport_ToMetadata' })}
        </Link>
      </div>
    </div>
  );
}

function useSignalColumns(device: ReportedDevice, timezone: string): DataColumn<ReportedSignal>[] {
  const { formatMessage, formatNumber } = useIntl();
  const signalName = useSignalName();
  const noValueText = useNoValueText();
  const percent = (share: number): string => formatNumber(share, { style: 'percent', maximumFractionDigits: 1 });
  return [
    {
      id: 'signal',
      header: formatMessage({ id: 'DataReport_Signal' }),
      value: ({ signalId }) => signalName(signalId),
      cell: (signal) => <SignalCell device={device} signal={signal} timezone={timezone} />,
      isRowHeader: true,
      width: 200,
      wraps: true,
      card: 'title',
    },
    {
      id: 'points',
      header: formatMessage({ id: 'DataReport_Points' }),
      value: ({ points }) => points,
      cell: ({ points }) => formatNumber(points),
      align: 'end',
      width: 80,
      card: 'fact',
    },
    {
      id: 'valid',
      header: formatMessage({ id: 'DataReport_Valid' }),
      value: ({ validShare }) => validShare,
      cell: ({ validShare }) => (validShare === null ? formatMessage({ id: 'DataReport_NotJudged' }) : percent(validShare)),
      align: 'end',
      width: 136,
      card: 'value',
    },
    {
      id: 'estimated',
      header: formatMessage({ id: 'DataReport_Estimated' }),
      value: ({ estimatedShare }) => estimatedShare,
      cell: ({ estimatedShare, validShare }) =>
        estimatedShare === null ? (
          <ReasonedValue reason={noValueText([validShare === null ? 'notValidated' : 'noInterval'])} />
        ) : (
          percent(estimatedShare)
        ),
      align: 'end',
      width: 88,
      card: 'fact',
    },
    {
      id: 'removed',
      header: formatMessage({ id: 'DataReport_Removed' }),
      cell: ({ removed }) => <Removed removed={removed} percent={percent} />,
      width: 160,
      canGrow: true,
      wraps: true,
      card: 'fact',
    },
    {
      id: 'energy',
      header: formatMessage({ id: 'DataReport_Energy' }),
      value: ({ energy }) => energy?.validatedKwh ?? null,
      cell: ({ signalId, energy }) =>
        energy ? (
          <Energy energy={energy} />
        ) : (
          <ReasonedValue reason={noValueText([signalId.startsWith('ActivePower||') ? 'notValidated' : 'powerOnly'])} />
        ),
      align: 'end',
      width: 240,
      card: 'fact',
    },
  ];
}

function SignalCell({ device, signal, timezone }: { device: ReportedDevice; signal: ReportedSignal; timezone: string }) {
  const signalName = useSignalName();
  const { signalId, validShare, lastMs } = signal;
  return (
    <>
      {signalName(signalId)}
      {validShare !== null && (
        <WhyThisNumber
          signalId={signalIdSchema.parse(`${signalId.split('||', 1)[0]}||Validated`)}
          segmentIds={[device.segmentId]}
          nameOf={(segmentId) => (segmentId === device.segmentId ? device.name : segmentId)}
          zone={timezone}
          timeMs={lastMs}
        />
      )}
    </>
  );
}

function Removed({ removed, percent }: Pick<ReportedSignal, 'removed'> & { percent: (share: number) => string }) {
  const { formatMessage } = useIntl();
  const serverText = useServerText();
  if (removed.length === 0) return formatMessage({ id: 'DataReport_RemovedNothing' });
  return removed
    .map(({ rule, share, intervals }) =>
      formatMessage({ id: 'DataReport_RemovedBy' }, { rule: serverText(rule), share: percent(share), intervals }),
    )
    .join(' · ');
}

function Energy({ energy }: { energy: NonNullable<ReportedSignal['energy']> }) {
  const { formatMessage, formatNumber } = useIntl();
  const energyText = useEnergyText();
  const noValueText = useNoValueText();
  const { receivedKwh, validatedKwh, ratio, isError } = energy;
  const text = formatMessage(
    { id: 'DataReport_EnergyOf' },
    {
      validated: energyText(validatedKwh),
      received: energyText(receivedKwh),
      ratio:
        ratio === null ? (
          <ReasonedValue key="ratio" reason={noValueText(['noEnergyReceived'])} />
        ) : (
          formatNumber(ratio, { style: 'percent', maximumFractionDigits: 1 })
        ),
    },
  );
  if (!isError) return text;
  return (
    <span className={classes.error} title={formatMessage({ id: 'DataReport_EnergyError' })}>
      <IconCircleX size={16} aria-hidden="true" />
      {text}
    </span>
  );
}
