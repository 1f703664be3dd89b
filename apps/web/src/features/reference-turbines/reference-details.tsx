import { Button } from '@mantine/core';
import type { Site } from '@solvane/contract/fleet';
import { localDayOf, toIsoDate } from '@solvane/energy/time/local-day';
import { decimalText } from '@solvane/i18n/number-text';
import type { DataColumn } from '@solvane/ui/data-table-props';
import { IconWindmill } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { ConfigurationNote } from '../../shared/configuration/configuration-layout.tsx';
import { useNavigateTo } from '../../shared/routing/navigate-to.ts';
import { QueryView } from '../../shared/states/query-view.tsx';
import { StateMessage } from '../../shared/states/state-message.tsx';
import { ScreenTable } from '../../shared/table/screen-table.tsx';
import { useFleet } from '../../workspace/fleet/use-fleet.ts';
import { NEAREST, type Neighbour, neighboursOf, type References, referencesOn, type Similarity, toIds } from './reference-draft.ts';
import { referenceTurbinesQuery, turbineSimilarityQuery } from './reference-turbines.queries.ts';

/** Which turbines stand in for which today at a wind site, to be read beside any screen. */
export function ReferenceDetails({ siteSegmentId }: { siteSegmentId: string | undefined }) {
  const { formatMessage } = useIntl();
  const { allSites } = useFleet();
  const site = allSites.find((each) => each.siteSegmentId === siteSegmentId || each.siteId === siteSegmentId);
  if (!site || !WIND.includes(site.metadata.energyType))
    return (
      <StateMessage icon={<IconWindmill />} title={formatMessage({ id: 'ReferenceTurbines_NoTurbines' })} role="status">
        {formatMessage({ id: 'ReferenceTurbines_Details_Choose' })}
      </StateMessage>
    );
  return <SiteReferences site={site} />;
}

const WIND: readonly unknown[] = ['Wind', 'Hybrid'];

function SiteReferences({ site }: { site: Site }) {
  const { formatMessage } = useIntl();
  const navigateTo = useNavigateTo();
  const { siteId, name } = site;
  const query = useQuery(referenceTurbinesQuery(siteId));
  const { data: similarity } = useQuery(turbineSimilarityQuery(siteId));
  return (
    <QueryView
      query={query}
      errorTitle="Common_Error_Query_Title"
      isEmpty={({ turbines }) => turbines.length === 0}
      empty={{ title: formatMessage({ id: 'ReferenceTurbines_NoTurbines' }) }}
    >
      {(stored) => (
        <>
          <ConfigurationNote>{`${name} \u00b7 ${formatMessage({ id: 'ReferenceTurbines_Detail' }, { count: stored.turbines.length })}`}</ConfigurationNote>
          <ReferenceRows stored={stored} similarity={similarity} zone={site.metadata.timezone ?? 'UTC'} />
          <Button variant="default" size="xs" mt="sm" onClick={() => navigateTo('reference-turbines', {}, { search: { site: siteId } })}>
            {formatMessage({ id: 'ReferenceTurbines_Details_Configure' })}
          </Button>
        </>
      )}
    </QueryView>
  );
}

interface ReferenceRowsProps {
  stored: References;
  similarity: Similarity | undefined;
  zone: string;
}

interface ShownReferences {
  id: string;
  name: string;
  isListed: boolean;
  references: readonly Neighbour[];
}

function ReferenceRows({ stored, similarity, zone }: ReferenceRowsProps) {
  const { formatMessage, locale } = useIntl();
  const today = toIsoDate(localDayOf(Date.now(), zone));
  const rows = referencesOn(stored, today).map(({ id, name, ranked }): ShownReferences => {
    const turbine = stored.turbines.find(({ segmentId }) => segmentId === id);
    const neighbours = turbine ? neighboursOf(turbine, stored.turbines, similarity) : [];
    const listed = toIds(ranked).flatMap((of) => neighbours.find((neighbour) => neighbour.id === of) ?? []);
    return { id, name, isListed: listed.length > 0, references: listed.length > 0 ? listed : neighbours.slice(0, NEAREST) };
  });
  const textOf = ({ name, correlation }: Neighbour): string =>
    correlation === null ? name : `${name} (r ${decimalText(correlation, { digits: 2, locale })})`;
  const columns: DataColumn<ShownReferences>[] = [
    {
      id: 'turbine',
      header: formatMessage({ id: 'ReferenceTurbines_Turbine' }),
      isRowHeader: true,
      width: 90,
      canGrow: false,
      card: 'title',
      value: ({ name }) => name,
    },
    {
      id: 'references',
      header: formatMessage({ id: 'ReferenceTurbines_References' }),
      width: 180,
      canGrow: true,
      wraps: true,
      card: 'line',
      value: ({ isListed, references }) => {
        const names = references.map(textOf).join(', ');
        return isListed ? names : formatMessage({ id: 'ReferenceTurbines_NearestOf' }, { names });
      },
    },
  ];
  return <ScreenTable label={formatMessage({ id: 'ReferenceTurbines_List' })} rows={rows} columns={columns} getRowId={({ id }) => id} />;
}
