import { Button } from '@mantine/core';
import type { BodyOf, ResponseOf } from '@solvane/contract/endpoint';
import type { Site } from '@solvane/contract/fleet';
import { performanceEndpoints } from '@solvane/contract/performance';
import { dayStart, localDayOf } from '@solvane/energy/time/local-day';
import type { MessageKey } from '@solvane/i18n/messages';
import { decimalText } from '@solvane/i18n/number-text';
import { Section } from '@solvane/ui/section';
import { useMutation } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { call } from '../../api/call.ts';
import { ErrorState } from '../states/error-state.tsx';
import { ConfigurationNote } from './configuration-layout.tsx';
import classes from './save-preview.module.css';

type Save = BodyOf<typeof performanceEndpoints.previewSave>['save'];

/** A signal of the site that a save may change. */
export interface PreviewFigure {
  signalId: string;
  label: MessageKey;
  unit: string;
  /** Stored value times this. */
  factor: number;
}

interface SavePreviewProps {
  site: Site;
  /** What would be saved; given the first instant of the previewed days. undefined: nothing was changed */
  saveOf: ((startMs: number) => Save) | undefined;
  figures: readonly PreviewFigure[];
  /** What the preview assumes. */
  description?: string | undefined;
}

const DAYS = 7;

/** Figures of a site over its last complete days, as they are and as the engine would calculate them after a save. Nothing is stored. */
export function SavePreview({ site, saveOf, figures, description }: SavePreviewProps) {
  const { formatMessage } = useIntl();
  const zone = site.metadata.timezone ?? 'UTC';
  const run = useMutation({
    mutationFn: async (save: NonNullable<typeof saveOf>) => {
      const today = localDayOf(Date.now(), zone);
      const period = { startMs: dayStart(today - DAYS, zone), endMs: dayStart(today, zone) };
      const body = { siteId: site.siteId, ...period, save: save(period.startMs) };
      return { result: await call(performanceEndpoints.previewSave, { body }), key: JSON.stringify(body.save) };
    },
    meta: { isShownInPlace: true },
  });
  const today = localDayOf(Date.now(), zone);
  const current = saveOf && JSON.stringify(saveOf(dayStart(today - DAYS, zone)));
  const isOld = run.data !== undefined && run.data.key !== current;
  return (
    <Section
      title={formatMessage({ id: 'SavePreview_Title' })}
      detail={formatMessage({ id: 'SavePreview_Detail' }, { days: DAYS })}
      {...(description !== undefined && { description })}
      isFramed
      actions={
        <Button
          size="compact-sm"
          variant="default"
          disabled={saveOf === undefined}
          loading={run.isPending}
          onClick={() => saveOf && run.mutate(saveOf)}
        >
          {formatMessage({ id: isOld ? 'SavePreview_Again' : 'SavePreview_Run' })}
        </Button>
      }
    >
      <div className={classes.content} data-old={isOld || undefined}>
        {saveOf === undefined && !run.data && <ConfigurationNote>{formatMessage({ id: 'SavePreview_Unchanged' })}</ConfigurationNote>}
        {isOld && <ConfigurationNote>{formatMessage({ id: 'SavePreview_Old' })}</ConfigurationNote>}
        {run.error && <ErrorState error={run.error} />}
        {run.data && <Comparison site={site} figures={figures} result={run.data.result} />}
      </div>
    </Section>
  );
}

interface ComparisonProps {
  site: Site;
  figures: readonly PreviewFigure[];
  result: ResponseOf<typeof performanceEndpoints.previewSave>;
}

function Comparison({ site, figures, result: { signals, days } }: ComparisonProps) {
  const { formatMessage, formatNumber, locale } = useIntl();
  const rows = figures.flatMap((figure) => {
    const found = signals.find(({ segmentId, signalId }) => segmentId === site.siteSegmentId && signalId === figure.signalId);
    return found ? [{ ...figure, ...found }] : [];
  });
  if (rows.length === 0) return <ConfigurationNote>{formatMessage({ id: 'SavePreview_Same' }, { days })}</ConfigurationNote>;
  const text = (value: number | null, factor: number) => decimalText(value === null ? null : value * factor, { digits: 1, locale });
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{formatMessage({ id: 'SavePreview_Figure' })}</th>
          <th scope="col">{formatMessage({ id: 'Impact_Before' })}</th>
          <th scope="col">{formatMessage({ id: 'Impact_After' })}</th>
          <th scope="col">{formatMessage({ id: 'SavePreview_Change' })}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ signalId, label, unit, factor, before, after }) => (
          <tr key={signalId}>
            <th scope="row">
              {formatMessage({ id: label })}
              {unit && <small> {unit}</small>}
            </th>
            <td>{text(before, factor)}</td>
            <td>{text(after, factor)}</td>
            <td>
              {before === null || after === null
                ? '\u2014'
                : formatNumber((after - before) * factor, {
                    maximumFractionDigits: 1,
                    minimumFractionDigits: 1,
                    signDisplay: 'exceptZero',
                  }).replace('-', '\u2212')}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
