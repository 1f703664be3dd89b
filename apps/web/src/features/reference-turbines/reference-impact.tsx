import type { Site } from '@solvane/contract/fleet';
import type { ReferenceRow } from '@solvane/contract/models';
import { dayBounds, localDayOf, toIsoDate } from '@solvane/energy/time/local-day';
import { Section } from '@solvane/ui/section';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { ConfigurationNote } from '../../shared/configuration/configuration-layout.tsx';
import { Segments } from '../../shared/controls/segments.tsx';
import { impactQuery } from '../../shared/quality/impact.queries.ts';
import { ImpactTable } from '../../shared/quality/impact-table.tsx';
import { QueryView } from '../../shared/states/query-view.tsx';

interface ReferenceImpactProps {
  site: Site;
  /** Changed lists; empty: nothing is changed. */
  rows: readonly ReferenceRow[];
}

const DAY_CHOICES = ['7', '14', '31'] as const;

/** What the changed lists would have made of the last days of the site: calculated by the engine, nothing is stored. */
export function ReferenceImpact({ site, rows }: ReferenceImpactProps) {
  const { formatMessage } = useIntl();
  const [days, setDays] = useState<(typeof DAY_CHOICES)[number]>('7');
  const zone = site.metadata.timezone ?? 'UTC';
  const last = localDayOf(Date.now(), zone) - 1;
  const first = last - Number(days) + 1;
  const firstDate = toIsoDate(first);
  // Lists that begin after the days are tried on them all the same.
  const tried = rows.map((row) => ({
    ...row,
    effectiveFrom: row.effectiveFrom !== null && row.effectiveFrom > firstDate ? firstDate : row.effectiveFrom,
  }));
  const query = useQuery({
    ...impactQuery({
      siteId: site.siteId,
      ...{ startMs: dayBounds(first, zone).startMs, endMs: dayBounds(last, zone).endMs },
      signal: null,
      trial: { kind: 'referenceTurbines', rows: tried },
    }),
    enabled: rows.length > 0,
  });
  return (
    <Section
      title={formatMessage({ id: 'ReferenceTurbines_Impact' })}
      detail={formatMessage({ id: 'ReferenceTurbines_Impact_Detail' })}
      actions={
        <Segments
          label={formatMessage({ id: 'QualityPreview_Days' })}
          value={days}
          options={DAY_CHOICES.map((value) => ({
            value,
            label: formatMessage({ id: 'ReferenceTurbines_Impact_Days' }, { days: Number(value) }),
          }))}
          onChange={setDays}
        />
      }
    >
      {rows.length === 0 ? (
        <ConfigurationNote>{formatMessage({ id: 'ReferenceTurbines_Impact_None' })}</ConfigurationNote>
      ) : (
        <QueryView query={query} errorTitle="Common_Error_Query_Title">
          {({ before, after }) => (
            <ImpactTable
              title={formatMessage({ id: 'Impact_On' }, { site: site.name })}
              before={before}
              after={after}
              isStale={query.isFetching}
            />
          )}
        </QueryView>
      )}
    </Section>
  );
}
