import { useIntl } from 'react-intl';
import { Screen } from '../../shared/screen/screen.tsx';
import { QualityHeatMap } from './quality-heat-map.tsx';
import { QualityRanking } from './quality-ranking.tsx';
import { RepairList } from './repair-list.tsx';
import classes from './site-quality.module.css';
import type { SiteQualitySearch } from './site-quality-search.ts';
import { useSiteRows } from './use-site-rows.ts';

interface SiteQualityScreenProps {
  search: SiteQualitySearch;
  onSearch: (search: SiteQualitySearch) => void;
}

/** How good the data of sites are, day by day, why, and what to repair first. */
export function SiteQualityScreen({ search, onSearch }: SiteQualityScreenProps) {
  const { formatMessage } = useIntl();
  const { rows, nowMs, query, period } = useSiteRows();
  const open = (site: string): void => onSearch({ site });
  const row = rows?.find(({ site }) => site.siteId === search.site) ?? rows?.[0];
  const site = row?.site;
  const missing = rows?.reduce((sum, { quality }) => sum + quality.missingDays, 0) ?? 0;
  return (
    <Screen title={formatMessage({ id: 'Route_siteQuality' })} subtitle={formatMessage({ id: 'SiteQuality_Subtitle' })}>
      <div className={classes.screen} data-stale={query.isPlaceholderData || undefined}>
        {missing > 0 && <p className={classes.note}>{formatMessage({ id: 'SiteQuality_MissingDays' }, { count: missing })}</p>}
        <QualityRanking rows={rows} nowMs={nowMs} query={query} openId={site?.siteId} onOpen={({ siteId }) => open(siteId)} />
        {rows && rows.length > 0 && (
          <section className={classes.section} aria-label={formatMessage({ id: 'SiteQuality_HeatMap' })}>
            <h2>{formatMessage({ id: 'SiteQuality_HeatMap' })}</h2>
            <QualityHeatMap rows={rows} onOpen={open} />
          </section>
        )}
        {row && <RepairList key={row.site.siteId} {...row} period={period} />}
      </div>
    </Screen>
  );
}
