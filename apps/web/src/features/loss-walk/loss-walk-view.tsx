import type { KindPalette } from '@solvane/charts/options/kind-frame';
import { waterfallOption } from '@solvane/charts/options/waterfall';
import type { SiteId } from '@solvane/contract/ids';
import { type SiteWalkWire, siteResultEndpoints } from '@solvane/contract/site-results';
import { decimalText, measuredNumberText } from '@solvane/i18n/number-text';
import { Section } from '@solvane/ui/section';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { type IntlShape, useIntl } from 'react-intl';
import { call } from '../../api/call.ts';
import { KindChart } from '../../shared/charts/kind-chart.tsx';
import { ConfigurationNote } from '../../shared/configuration/configuration-layout.tsx';
import { RowSelect } from '../../shared/controls/row-select.tsx';
import { Segments } from '../../shared/controls/segments.tsx';
import { addWalks, type LossWalk, withTotals } from '../../shared/losses/loss-walk.ts';
import { QueryView } from '../../shared/states/query-view.tsx';
import { displayUnit } from '../../shared/units/display-unit.ts';
import { useFleet } from '../../workspace/fleet/use-fleet.ts';
import { usePeriod } from '../../workspace/period.ts';
import classes from './loss-walk.module.css';
import type { LossWalkSearch } from './loss-walk-search.ts';

interface LossWalkViewProps {
  search: LossWalkSearch;
  onSearch: (search: LossWalkSearch) => void;
}

type Start = 'budget' | 'theoretical';

/** The walk of one site over the period in view, as a picture and step by step. */
export function LossWalkView({ search, onSearch }: LossWalkViewProps) {
  const { formatMessage } = useIntl();
  const { sites } = useFleet();
  const site = sites.find(({ siteId, siteSegmentId }) => siteId === search.site || siteSegmentId === search.site) ?? sites[0];
  const start: Start = search.start ?? 'budget';
  if (!site) return <ConfigurationNote>{formatMessage({ id: 'LossWalk_NoSite' })}</ConfigurationNote>;
  return (
    <div className={classes.stack}>
      <div className={classes.bar}>
        <RowSelect
          label={formatMessage({ id: 'LossWalk_Site' })}
          value={site.siteId as string}
          options={sites.map(({ siteId, name }) => ({ value: siteId as string, label: name }))}
          onChange={(siteId) => onSearch({ ...search, site: siteId })}
        />
        <Segments
          label={formatMessage({ id: 'LossWalk_Start' })}
          value={start}
          options={(['budget', 'theoretical'] as const).map((value) => ({ value, label: formatMessage({ id: `LossWalk_Step_${value}` }) }))}
          onChange={(next) => onSearch({ ...search, start: next === 'theoretical' ? next : undefined })}
        />
      </div>
      <SiteWalk key={site.siteId} siteId={site.siteId} zone={site.metadata.timezone ?? 'UTC'} start={start} />
    </div>
  );
}

function walkQuery(siteId: SiteId, period: { startMs: number; endMs: number }, start: Start) {
  return queryOptions({
    queryKey: ['site-results', 'walk', siteId, period, start],
    queryFn: ({ signal }) => call(siteResultEndpoints.walk, { body: { siteId, ...period, start }, signal }),
  });
}

function SiteWalk({ siteId, zone, start }: { siteId: SiteId; zone: string; start: Start }) {
  const { formatMessage } = useIntl();
  const { startMs, endMs } = usePeriod(zone);
  const query = useQuery(walkQuery(siteId, { startMs, endMs }, start));
  return (
    <QueryView
      query={query}
      level="page"
      errorTitle="Common_Error_Query_Title"
      isEmpty={({ items }) => items.every(({ walks }) => walks.length === 0)}
      empty={{ title: formatMessage({ id: 'LossWalk_None' }), reason: formatMessage({ id: 'LossWalk_None_Reason' }) }}
    >
      {({ items }) => <Walks results={items} start={start} />}
    </QueryView>
  );
}

function Walks({ results, start }: { results: readonly SiteWalkWire[]; start: Start }) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const walks = addWalks(results, 'auto');
  const [first] = results;
  const isTheoretical = start === 'budget' && walks.some(({ bars }) => bars[0]?.step === 'theoretical');
  return (
    <>
      {first && (
        <ConfigurationNote>
          {formatMessage({ id: 'LossWalk_Days' }, { days: first.days, of: first.days + first.missingDays })}
          {first.electricalWarning &&
            ` ${formatMessage({ id: 'LossWalk_Electrical' }, { percent: Math.round(first.electricalWarning.percent) })}`}
        </ConfigurationNote>
      )}
      {isTheoretical && <ConfigurationNote>{formatMessage({ id: 'LossWalk_NoBudget' })}</ConfigurationNote>}
      {walks.map((walk) => (
        <Section key={`${walk.of} ${walk.bars[0]?.step}`} title={nameOf(walk, intl)} isFramed>
          <WalkPicture walk={walk} />
          <WalkTable walk={walk} />
        </Section>
      ))}
    </>
  );
}

function nameOf({ of }: LossWalk, { formatMessage }: IntlShape): string {
  return formatMessage({ id: of === 'Connection' ? 'LossWalk_Of_Connection' : `EnergyType_${of}` });
}

/** Steps without energy are left out, except what is not explained. */
function shownBars({ bars }: LossWalk): LossWalk['bars'] {
  return bars.filter(({ kind, step, energyKwh }) => kind === 'level' || energyKwh !== 0 || step === 'unexplained');
}

function WalkPicture({ walk }: { walk: LossWalk }) {
  const intl = useIntl();
  const { formatMessage, locale } = intl;
  const build = useCallback(
    (palette: KindPalette) => {
      const { unit, factor } = displayUnit('kWh', Math.max(...walk.bars.map(({ energyKwh }) => Math.abs(energyKwh))));
      const steps = shownBars(walk).map(({ step, kind, energyKwh }) => ({
        label: formatMessage({ id: `LossWalk_Step_${step}` as never }),
        kind,
        value: energyKwh * factor,
      }));
      return waterfallOption({ palette, locale, unit, steps });
    },
    [walk, formatMessage, locale],
  );
  return (
    <div className={classes.chart}>
      <KindChart label={nameOf(walk, intl)} build={build} />
    </div>
  );
}

function WalkTable({ walk }: { walk: LossWalk }) {
  const intl = useIntl();
  const { formatMessage, locale } = intl;
  const start = walk.bars[0]?.energyKwh ?? 0;
  const rows = withTotals(shownBars(walk));
  return (
    <table className={classes.table} aria-label={`${formatMessage({ id: 'Route_loss-walk' })}, ${nameOf(walk, intl)}`}>
      <thead>
        <tr>
          {(['step', 'energy', 'total', 'ofStart'] as const).map((column) => (
            <th key={column} scope="col">
              {formatMessage({ id: `LossWalk_Column_${column}` })}
              {column === 'energy' || column === 'total' ? ', MWh' : column === 'ofStart' ? ', %' : ''}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ step, kind, energyKwh, totalKwh }) => (
          <tr key={step} data-kind={kind}>
            <th scope="row">{formatMessage({ id: `LossWalk_Step_${step}` as never })}</th>
            <td>{measuredNumberText(energyKwh / 1000, locale)}</td>
            <td>{measuredNumberText(totalKwh / 1000, locale)}</td>
            <td>{decimalText(start === 0 ? null : (energyKwh / start) * 100, { digits: 1, locale })}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
