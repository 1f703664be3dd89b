import type { DataReport } from '@solvane/contract/data-report';
import { IconCircleCheck, IconCircleDashed, IconCircleX, IconLoader2 } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { useNoValueText } from '../../shared/text/use-no-value-text.ts';
import classes from './data-report.module.css';
import { useEnergyText } from './use-energy-text.ts';

/** The verdict first, then what the site produced of what was expected. */
export function ReportSummary({ report }: { report: DataReport }) {
  const { formatMessage, formatNumber } = useIntl();
  const warning = report.electricalWarning;
  const energyText = useEnergyText();
  const { devices, producedKwh, expectedKwh, lostKwh, availabilityPercent } = report;
  const verdict = useVerdict(report);
  const noValueText = useNoValueText();
  const { availabilityReason, reasons } = report;
  const lacking = devices.flatMap(({ missingExpectation }) => missingExpectation?.reasons ?? []);
  const codes = {
    DataReport_Produced: [reasons.producedKwh],
    DataReport_Expected: [reasons.expectedKwh, ...lacking],
    DataReport_Lost: [reasons.lostKwh],
    DataReport_Availability: [availabilityReason ?? reasons.availabilityPercent],
  };
  const facts = [
    ['DataReport_Produced', energyText(producedKwh)],
    ['DataReport_Expected', energyText(expectedKwh)],
    ['DataReport_Lost', energyText(lostKwh)],
    [
      'DataReport_Availability',
      availabilityPercent === null ? null : formatNumber(availabilityPercent / 100, { style: 'percent', maximumFractionDigits: 2 }),
    ],
  ] as const;
  return (
    <section className={classes.widget} aria-label={formatMessage({ id: 'DataReport_Summary' })}>
      <p className={classes.verdict} data-tone={verdict.tone} role="status">
        <verdict.Icon size={16} aria-hidden="true" />
        {verdict.text}
      </p>
      <dl className={classes.facts}>
        {facts.map(([id, text]) => (
          <div key={id}>
            <dt>{formatMessage({ id })}</dt>
            <dd data-unknown={text === null || undefined}>{text ?? noValueText(codes[id].filter((code) => code !== undefined))}</dd>
          </div>
        ))}
      </dl>
      {warning && (
        <p className={classes.verdict} data-tone="danger">
          <IconCircleX size={16} aria-hidden="true" />
          {formatMessage(
            { id: 'ElectricalWarning' },
            {
              share: formatNumber(warning.percent / 100, { style: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' }),
              reason: formatMessage({ id: `ElectricalWarning_Reason_${warning.reason}` }),
            },
          )}
        </p>
      )}
    </section>
  );
}

/** Without data there is nothing to judge: neither good nor bad. */
function useVerdict({ devices, waitingDays }: DataReport) {
  const { formatMessage } = useIntl();
  const wrong = devices.filter(({ signals }) => signals.some(({ energy }) => energy?.isError)).length;
  if (devices.length === 0) return { tone: 'quiet', Icon: IconCircleDashed, text: formatMessage({ id: 'DataReport_Empty' }) };
  if (waitingDays > 0)
    return { tone: 'quiet', Icon: IconLoader2, text: formatMessage({ id: 'DataReport_Waiting' }, { days: waitingDays }) };
  if (wrong > 0) return { tone: 'danger', Icon: IconCircleX, text: formatMessage({ id: 'DataReport_Verdict_Error' }, { count: wrong }) };
  return { tone: 'ok', Icon: IconCircleCheck, text: formatMessage({ id: 'DataReport_Verdict_Ok' }) };
}
