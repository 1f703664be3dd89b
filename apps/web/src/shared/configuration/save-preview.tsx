import { Button } from '@mantine/core';
import type { BodyOf, ResponseOf } from '@solvane/contract/endpoint';
import type { Site } from '@solvane/contract/fleet';
import { performanceEndpoints } from '@solvane/contract/performance';
import { dayStart, localDayOf } from '@solvane/energy/time/local-day';
import type { MessageKey } from '@solvane/i18n/messages';
import { Section } from '@solvane/ui/section';
import { useMutation } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { call } from '../../api/call.ts';
import { ErrorState } from '../states/error-state.tsx';
import { BeforeAfterTable } from './before-after-table.tsx';
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
      <div className={classes.content}>
        {saveOf === undefined && !run.data && <ConfigurationNote>{formatMessage({ id: 'SavePreview_Unchanged' })}</ConfigurationNote>}
        {isOld && <ConfigurationNote>{formatMessage({ id: 'SavePreview_Old' })}</ConfigurationNote>}
        {run.error && <ErrorState error={run.error} />}
        {run.data && <Comparison site={site} figures={figures} isOld={isOld} result={run.data.result} />}
      </div>
    </Section>
  );
}

interface ComparisonProps {
  isOld: boolean;
  site: Site;
  figures: readonly PreviewFigure[];
  result: ResponseOf<typeof performanceEndpoints.previewSave>;
}

function Comparison({ site, figures, isOld, result: { signals, days } }: ComparisonProps) {
  const { formatMessage } = useIntl();
  const compared = figures.flatMap(({ signalId, label, unit, factor }) => {
    const found = signals.find((signal) => signal.segmentId === site.siteSegmentId && signal.signalId === signalId);
    if (!found) return [];
    const scaled = (value: number | null) => (value === null ? null : value * factor);
    const [before, after] = [scaled(found.before), scaled(found.after)];
    return [{ id: signalId, label: formatMessage({ id: label }), unit, before, after, digits: 1 }];
  });
  if (compared.length === 0) return <ConfigurationNote>{formatMessage({ id: 'SavePreview_Same' }, { days })}</ConfigurationNote>;
  return <BeforeAfterTable title={formatMessage({ id: 'SavePreview_Figure' })} figures={compared} isStale={isOld} />;
}
