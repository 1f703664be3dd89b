import { useIntl } from 'react-intl';
import { useNavigateTo } from '../../shared/routing/navigate-to.ts';
import { QualityRanking } from './quality-ranking.tsx';
import classes from './site-quality.module.css';
import { useSiteRows } from './use-site-rows.ts';

/** The quality of the sites in view beside any screen. */
export function SiteQualityDetails() {
  const { formatMessage } = useIntl();
  const navigateTo = useNavigateTo();
  const { rows, nowMs, query } = useSiteRows();
  return (
    <div className={classes.screen}>
      <p className={classes.note}>{formatMessage({ id: 'SiteQuality_Subtitle' })}</p>
      <QualityRanking
        isShort
        rows={rows}
        nowMs={nowMs}
        query={query}
        openId={undefined}
        onOpen={({ siteId }) => navigateTo('siteQuality', {}, { search: { site: siteId } })}
      />
    </div>
  );
}
