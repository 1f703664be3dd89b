import { Link } from '@tanstack/react-router';
import { useIntl } from 'react-intl';
import { EventMark } from '../../shared/events/event-mark.tsx';
import { useTypeName } from '../../shared/events/use-type-name.ts';
import { EnergyTypeIcon } from '../../shared/fleet/energy-type-icon.tsx';
import { ageText } from '../../shared/time/age-text.ts';
import type { FleetMonth } from './fleet-month.ts';
import type { FleetNow, SiteNow, SiteState } from './fleet-now.ts';
import { costText, difference, isShort, losesPower, megawatts, OPEN_EVENTS, percent } from './fleet-words.ts';
import classes from './home.module.css';
import { availabilityTitle, devicesText, gapsNote, gapsTitle } from './month-gaps.ts';
import { PowerBar } from './power-bar.tsx';
import { StateMark } from './state-mark.tsx';
import { TypeCounts } from './type-counts.tsx';
import { useStudioLink } from './use-studio-link.ts';

const STATE_NAMES = {
  running: 'Home_State_Running',
  charging: 'Home_State_Charging',
  idle: 'Home_State_Idle',
  noData: 'Home_State_NoData',
} as const satisfies Record<SiteState, string>;

interface SitesTableProps {
  fleet: FleetNow;
  /** null: not known, or not for this user. */
  month: FleetMonth | null;
}

/** Sites in the order in which they need attention, a row each. */
export function SitesTable({ fleet, month }: SitesTableProps) {
  const { formatMessage } = useIntl();
  return (
    <section className={classes.widget} aria-labelledby="sites-by-attention">
      <header className={classes.widgetHead}>
        <h2 id="sites-by-attention">{formatMessage({ id: 'Home_Attention' })}</h2>
        <span className={classes.quiet}>{formatMessage({ id: 'Home_Attention_Order' })}</span>
        <span className={classes.key}>
          <span className={classes.keyMark} aria-hidden="true" />
          {formatMessage({ id: 'Home_Legend_Power' })}
          <span className={classes.keyTick} aria-hidden="true" />
          {formatMessage({ id: 'Home_Legend_Expected' })}
          <span className={classes.keyLost} aria-hidden="true" />
          {formatMessage({ id: 'Home_Legend_Short' })}
        </span>
      </header>
      <div className={classes.scroll}>
        <table className={classes.sites}>
          <thead>
            <tr>
              <th scope="col" className={classes.markCell}>
                <span className={classes.unseen}>{formatMessage({ id: 'Home_Column_State' })}</span>
              </th>
              <th scope="col" className={classes.siteCell}>
                {formatMessage({ id: 'Home_Column_Site' })}
              </th>
              <th scope="col" className={classes.number}>
                {formatMessage({ id: 'Home_Column_PowerNow' })}
              </th>
              <th scope="col" className={classes.barCell}>
                {formatMessage({ id: 'Home_Column_OfRating' })}
              </th>
              <th scope="col" className={classes.number}>
                {formatMessage({ id: 'Home_Column_AgainstExpected' })}
              </th>
              <th scope="col" className={classes.number}>
                {formatMessage({ id: 'Home_Column_Losing' })}
              </th>
              <th scope="col" className={classes.number}>
                {formatMessage({ id: 'Home_Column_Cost' })}
              </th>
              <th scope="col" className={classes.openCell}>
                {formatMessage({ id: 'Home_Column_OpenEvents' })}
              </th>
              {month && (
                <>
                  <th scope="col" className={classes.number}>
                    {formatMessage({ id: 'Home_Column_Availability' })}
                  </th>
                  <th scope="col" className={classes.number}>
                    {formatMessage({ id: 'Home_Column_EnergyAgainstExpected' })}
                  </th>
                </>
              )}
              {month?.hasBudget && (
                <th scope="col" className={classes.number}>
                  {formatMessage({ id: 'Home_Column_EnergyAgainstBudget' })}
                </th>
              )}
              <th scope="col" className={classes.number}>
                {formatMessage({ id: 'Home_Column_Age' })}
              </th>
            </tr>
          </thead>
          <tbody>
            {fleet.sites.map((row) => (
              <SiteRow key={row.site.siteId} row={row} nowMs={fleet.nowMs} month={month} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function SiteRow({ row, nowMs, month }: { row: SiteNow; nowMs: number; month: FleetMonth | null }) {
  const intl = useIntl();
  const { formatMessage, formatTime, locale } = intl;
  const cost = useCostText();
  const { site, age, powerKw, powerDevices, share, againstExpected } = row;
  const figures = month?.bySite.get(site.siteId);
  const zone = site.metadata.timezone;
  return (
    <tr>
      <td className={classes.markCell}>
        <SiteMark row={row} />
      </td>
      <th scope="row">
        <span className={classes.site}>
          <EnergyTypeIcon energyType={site.metadata.energyType} />
          <SiteLink row={row} />
          <span
            className={classes.country}
            title={
              zone === null
                ? undefined
                : formatMessage(
                    { id: 'Home_LocalTime' },
                    { time: formatTime(nowMs, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: zone }) },
                  )
            }
          >
            {site.metadata.country}
          </span>
        </span>
      </th>
      <td className={classes.number}>
        <PartialFigure title={devicesText(powerDevices, intl) ?? undefined}>{megawatts(powerKw, locale)}</PartialFigure>
      </td>
      <td className={classes.barCell}>
        <PowerBar share={share} expectedShare={expectedShare(row)} />
      </td>
      <td className={isShort(againstExpected) ? classes.short : classes.number}>{difference(againstExpected, locale)}</td>
      <td className={losesPower(row) ? classes.numberStrong : classes.number}>{megawatts(row.losingKw, locale)}</td>
      <td className={losesPower(row) ? classes.numberStrong : classes.number}>{cost(row)}</td>
      <td className={classes.openCell}>
        <OpenEvents row={row} />
      </td>
      {month && (
        <>
          <td className={classes.number} title={availabilityTitle(figures?.availabilityReason ?? null, intl)}>
            {percent(figures?.availability ?? null, locale)}
          </td>
          <td className={isShort(figures?.againstExpected ?? null) ? classes.short : classes.number}>
            <PartialFigure title={figures && gapsNote(figures.gaps, intl) ? gapsTitle(figures.gaps, intl) : undefined}>
              {difference(figures?.againstExpected ?? null, locale)}
            </PartialFigure>
          </td>
        </>
      )}
      {month?.hasBudget && (
        <td className={isShort(figures?.againstBudget ?? null) ? classes.short : classes.number}>
          {difference(figures?.againstBudget ?? null, locale)}
        </td>
      )}
      <td className={`${classes.number} ${age.isStale ? classes.stale : classes.second}`}>{ageText(age.ageMs, formatMessage)}</td>
    </tr>
  );
}

/** A number that lacks something says what, on hover and to a screen reader. */
function PartialFigure({ title, children }: { title: string | undefined; children: string }) {
  if (title === undefined || children === '—') return children;
  return (
    <span title={title}>
      {children}
      <span className={classes.quiet} aria-hidden="true">
        {'\u2009+\u2009?'}
      </span>
      <span className={classes.unseen}> ({title})</span>
    </span>
  );
}

/** The most decisive open event of a site, else what its power says. */
function SiteMark({ row: { state, openByType } }: { row: SiteNow }) {
  const { formatMessage } = useIntl();
  const nameOf = useTypeName();
  const [worst] = openByType;
  const name = worst ? nameOf(worst.type) : formatMessage({ id: STATE_NAMES[state] });
  return (
    <span className={classes.mark} title={name}>
      {worst ? <EventMark type={worst.type} /> : <StateMark state={state} />}
      <span className={classes.unseen}>{name}</span>
    </span>
  );
}

/** How many of which type, and where they are listed. */
function OpenEvents({ row: { site, openEvents, openByType } }: { row: SiteNow }) {
  const { formatMessage } = useIntl();
  if (openEvents === null) return '—';
  if (openEvents === 0) return <span className={classes.quiet}>{formatMessage({ id: 'Home_OpenEvents_Nothing' })}</span>;
  return (
    <Link
      to="/event-log"
      search={{ q: OPEN_EVENTS, devices: [site.siteSegmentId] }}
      className={classes.name}
      aria-label={formatMessage({ id: 'Home_OpenEvents_Of' }, { count: openEvents, site: site.name })}
    >
      <TypeCounts counts={openByType} />
    </Link>
  );
}

/** Money per hour in the currency of the site. */
function useCostText(): (row: SiteNow) => string {
  const { locale } = useIntl();
  return ({ cost }) => (cost ? costText(cost, locale) : '—');
}

/** The same on a phone: two lines of 60 pixels per site, numbers at the right edge. */
export function SitesList({ fleet }: { fleet: FleetNow }) {
  const { formatMessage, locale } = useIntl();
  return (
    <section aria-labelledby="sites-by-attention" className={classes.phoneList}>
      <header className={classes.phoneHead}>
        <h2 id="sites-by-attention">{formatMessage({ id: 'Home_Attention' })}</h2>
      </header>
      <ul>
        {fleet.sites.map((row) => (
          <li key={row.site.siteId} className={classes.phoneRow}>
            <SiteMark row={row} />
            <span className={classes.site}>
              <EnergyTypeIcon energyType={row.site.metadata.energyType} />
              <SiteLink row={row} />
              <span className={classes.country}>{row.site.metadata.country}</span>
            </span>
            <span className={losesPower(row) ? classes.phoneFigure : classes.phoneQuietFigure}>
              {row.cost ? formatMessage({ id: 'Home_PerHour' }, { cost: costText(row.cost, locale) }) : `${percent(row.share, locale)} %`}
            </span>
            <PowerBar share={row.share} expectedShare={expectedShare(row)} />
            <span className={classes.phoneOf}>
              {formatMessage(
                { id: 'Home_PowerOfRating' },
                { power: megawatts(row.powerKw, locale), rating: megawatts(row.ratedPowerKw, locale) },
              )}
            </span>
            <span className={row.age.isStale ? classes.phoneStale : classes.phoneAge}>{ageText(row.age.ageMs, formatMessage)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function expectedShare({ expectedKw, ratedPowerKw }: SiteNow): number | null {
  return expectedKw === null || !ratedPowerKw ? null : expectedKw / ratedPowerKw;
}

function SiteLink({ row }: { row: SiteNow }) {
  const { site, age } = row;
  const { formatMessage } = useIntl();
  const link = useStudioLink(site);
  return (
    <Link
      to="/data-studio"
      search={{ ...link.search }}
      onClick={link.onClick}
      className={age.isStale || losesPower(row) ? classes.nameStrong : classes.name}
      title={formatMessage({ id: 'Home_OpenInStudio' }, { site: site.name })}
    >
      {site.name}
    </Link>
  );
}
