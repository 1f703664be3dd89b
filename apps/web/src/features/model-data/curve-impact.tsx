import { Button } from '@mantine/core';
import type { SegmentId, SiteId } from '@solvane/contract/ids';
import type { CurveTurbine, PowerCurveContent } from '@solvane/contract/models';
import { dayBounds, localDayOf } from '@solvane/energy/time/local-day';
import { Section } from '@solvane/ui/section';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { ConfigurationNote } from '../../shared/configuration/configuration-layout.tsx';
import { SaveProblems } from '../../shared/configuration/save-problems.tsx';
import { SelectField } from '../../shared/fields/select-field.tsx';
import { impactQuery } from '../../shared/quality/impact.queries.ts';
import { ImpactTable } from '../../shared/quality/impact-table.tsx';
import classes from './model-data.module.css';

type CurveBody = PowerCurveContent & { id: string | null };

interface CurveImpactProps {
  /** undefined: it cannot be saved as it is. */
  body: CurveBody | undefined;
  turbines: readonly CurveTurbine[];
  /** Turbines that have the curve now. */
  before: readonly SegmentId[];
  hasChanges: boolean;
  canEdit: boolean;
}

const PERIODS = ['7', '14', '31'] as const;

/** What saving would make of the last days of a site: expected energy first. Nothing is stored. */
export function CurveImpact({ body, turbines, before, hasChanges, canEdit }: CurveImpactProps) {
  const { formatMessage } = useIntl();
  const touched = new Set<string>([...before, ...(body?.segmentIds ?? [])]);
  const sites = [
    ...new Map(turbines.filter(({ segmentId }) => touched.has(segmentId)).map((turbine) => [turbine.siteId, turbine])).values(),
  ];
  const [chosenId, setChosen] = useState<SiteId>();
  const [days, setDays] = useState<(typeof PERIODS)[number]>('7');
  const [asked, setAsked] = useState<{ body: CurveBody; siteId: SiteId; days: number; atMs: number }>();
  const site = sites.find(({ siteId }) => siteId === chosenId) ?? sites[0];
  const shown = asked && sites.find(({ siteId }) => siteId === asked.siteId);
  const last = asked ? localDayOf(asked.atMs, shown?.timezone ?? 'UTC') - 1 : 0;
  const query = useQuery({
    ...impactQuery({
      siteId: asked?.siteId ?? ('' as SiteId),
      startMs: asked ? dayBounds(last - asked.days + 1, shown?.timezone ?? 'UTC').startMs : 0,
      endMs: asked ? dayBounds(last, shown?.timezone ?? 'UTC').endMs : 1,
      signal: null,
      trial: { kind: 'powerCurve', body: asked?.body ?? EMPTY },
    }),
    enabled: asked !== undefined && shown !== undefined,
  });
  if (!canEdit) return null;
  const isOld = asked !== undefined && JSON.stringify(asked.body) !== JSON.stringify(body);
  const run = (): void => {
    if (body && site) setAsked({ body, siteId: site.siteId, days: Number(days), atMs: Date.now() });
  };
  return (
    <Section title={formatMessage({ id: 'ModelData_Impact' })} description={formatMessage({ id: 'ModelData_Impact_Help' })} isFramed>
      <div className={classes.padded}>
        {sites.length === 0 ? (
          <ConfigurationNote>{formatMessage({ id: 'ModelData_Impact_NoSites' })}</ConfigurationNote>
        ) : (
          <div className={classes.bar}>
            <SelectField
              label={formatMessage({ id: 'QualityPreview_Site' })}
              options={sites.map(({ siteId, siteName }) => ({ value: siteId, label: siteName }))}
              value={site?.siteId ?? null}
              onChange={(value) => value !== null && setChosen(value)}
            />
            <SelectField
              label={formatMessage({ id: 'QualityPreview_Days' })}
              options={PERIODS.map((value) => ({ value, label: value }))}
              value={days}
              onChange={(value) => value !== null && setDays(value)}
            />
            <Button variant="default" disabled={!body || !hasChanges} loading={query.isFetching} onClick={run}>
              {formatMessage({ id: 'ModelData_Impact_Run' })}
            </Button>
          </div>
        )}
        {!hasChanges && sites.length > 0 && <ConfigurationNote>{formatMessage({ id: 'ModelData_Impact_NoChanges' })}</ConfigurationNote>}
        {isOld && query.data && <ConfigurationNote>{formatMessage({ id: 'ModelData_Impact_Old' })}</ConfigurationNote>}
        <SaveProblems error={query.error} title="ModelData_Refused" />
      </div>
      {asked && shown && query.data && !query.error && (
        <ImpactTable
          title={formatMessage({ id: 'Impact_On' }, { site: shown.siteName })}
          before={query.data.before}
          after={query.data.after}
          isStale={isOld || query.isFetching}
        />
      )}
    </Section>
  );
}

/** Stands for the body until one is asked for; never sent. */
const EMPTY: CurveBody = {
  ...{ id: null, enterpriseId: '' as PowerCurveContent['enterpriseId'], name: '', type: 'Nominal', points: [], airDensity: 1.225 },
  ...{ airDensityMin: 0, airDensityMax: 2, windDirectionMin: 0, windDirectionMax: 360, dayRange: null, timeRange: null },
  ...{ effectiveStartMs: null, effectiveEndMs: null, resolutionMinutes: null, segmentIds: [] },
};
