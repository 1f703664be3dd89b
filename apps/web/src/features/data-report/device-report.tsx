import type { ReportedDevice, ReportedSignal } from '@solvane/contract/data-report';
import { signalIdSchema } from '@solvane/contract/ids';
import { ReasonedValue } from '@solvane/ui/reasoned-value';
import { IconAlertTriangle, IconCircleX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { useIntl } from 'react-intl';
import { useTypeLabel } from '../../shared/fleet/use-type-label.ts';
import { useSignalName } from '../../shared/signals/use-signal-name.ts';
import { WhyThisNumber } from '../../shared/signals/why-this-number.tsx';
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
  const { formatMessage } = useIntl();
  const typeLabel = useTypeLabel();
  const headId = useId();
  const { name, segmentType, signals, missingExpectation } = device;
  return (
    <section className={classes.widget} aria-labelledby={headId}>
      <header className={classes.head}>
        <h2 id={headId}>{name}</h2>
        <span className={classes.second}>{typeLabel(segmentType)}</span>
      </header>
      {missingExpectation && <MissingExpectation gap={missingExpectation} onOpenMetadata={onOpenMetadata} />}
      {signals.length > 0 && (
        <div className={classes.scroll}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">{formatMessage({ id: 'DataReport_Signal' })}</th>
                <th scope="col">{formatMessage({ id: 'DataReport_Points' })}</th>
                <th scope="col">{formatMessage({ id: 'DataReport_Valid' })}</th>
                <th scope="col">{formatMessage({ id: 'DataReport_Estimated' })}</th>
                <th scope="col">{formatMessage({ id: 'DataReport_Removed' })}</th>
                <th scope="col">{formatMessage({ id: 'DataReport_Energy' })}</th>
              </tr>
            </thead>
            <tbody>
              {signals.map((signal) => (
                <SignalRow key={signal.signalId} device={device} signal={signal} timezone={timezone} />
              ))}
            </tbody>
          </table>
        </div>
      )}
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

function SignalRow({ device, signal, timezone }: { device: ReportedDevice; signal: ReportedSignal; timezone: string }) {
  const { formatMessage, formatNumber } = useIntl();
  const signalName = useSignalName();
  const serverText = useServerText();
  const noValueText = useNoValueText();
  const percent = (share: number): string => formatNumber(share, { style: 'percent', maximumFractionDigits: 1 });
  const { signalId, points, validShare, estimatedShare, removed, energy } = signal;
  return (
    <tr>
      <th scope="row">
        {signalName(signalId)}
        {validShare !== null && (
          <WhyThisNumber
            signalId={signalIdSchema.parse(`${signalId.split('||', 1)[0]}||Validated`)}
            segmentIds={[device.segmentId]}
            nameOf={(segmentId) => (segmentId === device.segmentId ? device.name : segmentId)}
            zone={timezone}
            timeMs={signal.lastMs}
          />
        )}
      </th>
      <td>{formatNumber(points)}</td>
      <td>{validShare === null ? formatMessage({ id: 'DataReport_NotJudged' }) : percent(validShare)}</td>
      <td>
        {estimatedShare === null ? (
          <ReasonedValue reason={noValueText([validShare === null ? 'notValidated' : 'noInterval'])} />
        ) : (
          percent(estimatedShare)
        )}
      </td>
      <td className={classes.removed}>
        {removed.length === 0
          ? formatMessage({ id: 'DataReport_RemovedNothing' })
          : removed
              .map(({ rule, share, intervals }) =>
                formatMessage({ id: 'DataReport_RemovedBy' }, { rule: serverText(rule), share: percent(share), intervals }),
              )
              .join(' · ')}
      </td>
      <td>
        {energy ? (
          <Energy energy={energy} />
        ) : (
          <ReasonedValue reason={noValueText([signalId.startsWith('ActivePower||') ? 'notValidated' : 'powerOnly'])} />
        )}
      </td>
    </tr>
  );
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
