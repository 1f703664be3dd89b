import { ReasonedValue } from '@solvane/ui/reasoned-value';
import { Link } from '@tanstack/react-router';
import { useIntl } from 'react-intl';
import { EventMark } from '../../shared/events/event-mark.tsx';
import { useTypeName } from '../../shared/events/use-type-name.ts';
import { EnergyTypeIcon } from '../../shared/fleet/energy-type-icon.tsx';
import { type NoValueText, useNoValueText } from '../../shared/text/use-no-value-text.ts';
import { ageText } from '../../shared/time/age-text.ts';
import type { FleetMonth, MonthFigures } from './fleet-month.ts';
import type { FleetNow, SiteNow, SiteReasons, SiteState } from './fleet-now.ts';
import { costText, difference, isShort, losesPower, megawatts, OPEN_EVENTS, percent } from './fleet-words.ts';
import classes from './home.module.css';
import { devicesText, gapsNote, gapsTitle } from './month-gaps.ts';
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
  const why = useWhyNot(row);
  const noValueText = useNoValueText();
  const { site, age, powerKw, powerDevices, share, againstExpected, losingKw, cost } = row;
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
        <Figure missing={powerKw === null && why('power')} lacks={devicesText(powerDevices, intl) ?? undefined}>
          {megawatts(powerKw, locale)}
        </Figure>
      </td>
      <td className={classes.barCell}>
        <PowerBar share={share} expectedShare={expectedShare(row)} />
      </td>
      <td className={isShort(againstExpected) ? classes.short : classes.number}>
        <Figure missing={againstExpected === null && why('againstExpected')}>{difference(againstExpected, locale)}</Figure>
      </td>
      <td className={losesPower(row) ? classes.numberStrong : classes.number}>
        <Figure missing={losingKw === null && why('losing')}>{megawatts(losingKw, locale)}</Figure>
      </td>
      <td className={losesPower(row) ? classes.numberStrong : classes.number}>
        {cost ? costText(cost, locale) : <ReasonedValue reason={why('cost')} />}
      </td>
      <td className={classes.openCell}>
        <OpenEvents row={row} />
      </td>
      {month && (
        <>
          <td className={classes.number}>
            <MonthFigure figures={figures} name="availability" noValueText={noValueText}>
              {percent(figures?.availability ?? null, locale)}
            </MonthFigure>
          </td>
          <td className={isShort(figures?.againstExpected ?? null) ? classes.short : classes.number}>
            <MonthFigure figures={figures} name="againstExpected" noValueText={noValueText}>
              {difference(figures?.againstExpected ?? null, locale)}
            </MonthFigure>
          </td>
        </>
      )}
      {month?.hasBudget && (
        <td className={isShort(figures?.againstBudget ?? null) ? classes.short : classes.number}>
          <MonthFigure figures={figures} name="againstBudget" noValueText={noValueText}>
            {difference(figures?.againstBudget ?? null, locale)}
          </MonthFigure>
        </td>
      )}
      <td className={`${classes.number} ${age.isStale ? classes.stale : classes.second}`}>{ageText(age.ageMs, formatMessage)}</td>
    </tr>
  );
}

/** Why a number of a site is null, in sentences. */
function useWhyNot({ age, reasons }: SiteNow): (number: keyof SiteReasons) => string | undefined {
  const { formatMessage } = useIntl();
  const noValueText = useNoValueText();
  return (number) => noValueText(reasons[number], { age: ageText(age.ageMs, formatMessage) });
}

interface FigureProps {
  /** Why there is no number; false: there is one. */
  missing: string | undefined | false;
  /** What a number that is there is without. */
  lacks?: string | undefined;
  children: string;
}

/** A number that is missing or lacks something says why and what. */
function Figure({ missing, lacks, children }: FigureProps) {
  if (missing !== false) return <ReasonedValue reason={missing} />;
  if (lacks === undefined) return children;
  return (
    <ReasonedValue reason={lacks}>
      {children}
      <span className={classes.quiet} aria-hidden="true">
        {'\u2009+\u2009?'}
      </span>
    </ReasonedValue>
  );
}

interface MonthFigureProps {
  figures: MonthFigures | undefined;
  name: 'availability' | 'againstExpected' | 'againstBudget';
  noValueText: NoValueText;
  children: string;
}

function MonthFigure({ figures, name, noValueText, children }: MonthFigureProps) {
  const intl = useIntl();
  const isMissing = figures?.[name] == null;
  const isPartial = name === 'againstExpected' && figures !== undefined && gapsNote(figures.gaps, intl) !== null;
  return (
    <Figure
      missing={isMissing && noValueText(figures?.reasons[name] ?? ['notComputed'])}
      lacks={isPartial ? gapsTitle(figures.gaps, intl) : undefined}
    >
      {children}
    </Figure>
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
function OpenEvents({ row }: { row: SiteNow }) {
  const { formatMessage } = useIntl();
  const why = useWhyNot(row);
  const { site, openEvents, openByType } = row;
  if (openEvents === null) return <ReasonedValue reason={why('openEvents')} />;
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

/** The same on a phone: two lines of 60 pixels per site, numbers at the right edge. */
export function SitesList({ fleet }: { fleet: FleetNow }) {
  const { formatMessage } = useIntl();
  return (
    <section aria-labelledby="sites-by-attention" className={classes.phoneList}>
      <header className={classes.phoneHead}>
        <h2 id="sites-by-attention">{formatMessage({ id: 'Home_Attention' })}</h2>
      </header>
      <ul>
        {fleet.sites.map((row) => (
          <SiteItem key={row.site.siteId} row={row} />
        ))}
      </ul>
    </section>
  );
}

function SiteItem({ row }: { row: SiteNow }) {
  const { formatMessage, locale } = useIntl();
  const why = useWhyNot(row);
  const { site, age, cost, share, powerKw, ratedPowerKw } = row;
  return (
    <li className={classes.phoneRow}>
      <SiteMark row={row} />
      <span className={classes.site}>
        <EnergyTypeIcon energyType={site.metadata.energyType} />
        <SiteLink row={row} />
        <span className={classes.country}>{site.metadata.country}</span>
      </span>
      <span className={losesPower(row) ? classes.phoneFigure : classes.phoneQuietFigure}>
        {cost && formatMessage({ id: 'Home_PerHour' }, { cost: costText(cost, locale) })}
        {!cost && (share === null ? <ReasonedValue reason={why('share')} /> : `${percent(share, locale)}\u202f%`)}
      </span>
      <PowerBar share={share} expectedShare={expectedShare(row)} />
      <span className={classes.phoneOf}>
        {formatMessage({ id: 'Home_PowerOfRating' }, { power: megawatts(powerKw, locale), rating: megawatts(ratedPowerKw, locale) })}
      </span>
      <span className={age.isStale ? classes.phoneStale : classes.phoneAge}>{ageText(age.ageMs, formatMessage)}</span>
    </li>
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
