import { ReasonedValue } from '@solvane/ui/reasoned-value';
import { Link } from '@tanstack/react-router';
import { useIntl } from 'react-intl';
import { EventMark } from '../../shared/events/event-mark.tsx';
import { TypeCounts } from '../../shared/events/type-counts.tsx';
import { useTypeName } from '../../shared/events/use-type-name.ts';
import { EnergyTypeIcon } from '../../shared/fleet/energy-type-icon.tsx';
import type { MonthFigures } from '../../shared/fleet/fleet-month.ts';
import type { SiteNow, SiteReasons, SiteState } from '../../shared/fleet/fleet-now.ts';
import { losesPower, OPEN_EVENTS } from '../../shared/fleet/fleet-text.ts';
import { gapsNote, gapsTitle } from '../../shared/fleet/month-gaps.ts';
import { useNoValueText } from '../../shared/text/use-no-value-text.ts';
import { ageText } from '../../shared/time/age-text.ts';
import widgetClasses from '../../shared/widgets/widget.module.css';
import { useStudioLink } from '../../workspace/fleet/use-studio-link.ts';
import classes from './kpi-table.module.css';
import { StateMark } from './state-mark.tsx';

const STATE_NAMES = {
  running: 'Home_State_Running',
  charging: 'Home_State_Charging',
  idle: 'Home_State_Idle',
  noData: 'Home_State_NoData',
} as const satisfies Record<SiteState, string>;

/** Why a number of a site is null, in sentences. */
export function useWhyNot({ age, reasons }: SiteNow): (number: keyof SiteReasons) => string | undefined {
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
export function Figure({ missing, lacks, children }: FigureProps) {
  if (missing !== false) return <ReasonedValue reason={missing} />;
  if (lacks === undefined) return children;
  return (
    <ReasonedValue reason={lacks}>
      {children}
      <span className={widgetClasses.quiet} aria-hidden="true">
        {'\u2009+\u2009?'}
      </span>
    </ReasonedValue>
  );
}

interface MonthFigureProps {
  figures: MonthFigures | undefined;
  name: 'availability' | 'againstExpected' | 'againstBudget';
  children: string;
}

export function MonthFigure({ figures, name, children }: MonthFigureProps) {
  const intl = useIntl();
  const noValueText = useNoValueText();
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
export function SiteMark({ row: { state, openByType } }: { row: SiteNow }) {
  const { formatMessage } = useIntl();
  const nameOf = useTypeName();
  const [worst] = openByType;
  const name = worst ? nameOf(worst.type) : formatMessage({ id: STATE_NAMES[state] });
  return (
    <span className={classes.mark} title={name}>
      {worst ? <EventMark type={worst.type} /> : <StateMark state={state} />}
      <span className={widgetClasses.unseen}>{name}</span>
    </span>
  );
}

/** How many of which type, and where they are listed. */
export function OpenEvents({ row }: { row: SiteNow }) {
  const { formatMessage } = useIntl();
  const why = useWhyNot(row);
  const { site, openEvents, openByType } = row;
  if (openEvents === null) return <ReasonedValue reason={why('openEvents')} />;
  if (openEvents === 0) return <span className={widgetClasses.quiet}>{formatMessage({ id: 'Home_OpenEvents_Nothing' })}</span>;
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

/** Energy type, name and country of a site. */
export function SiteName({ row, nowMs }: { row: SiteNow; nowMs: number }) {
  const { formatMessage, formatTime } = useIntl();
  const { timezone, country, energyType } = row.site.metadata;
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', ...(timezone !== null && { timeZone: timezone }) } as const;
  const localTime = timezone === null ? undefined : formatMessage({ id: 'Home_LocalTime' }, { time: formatTime(nowMs, time) });
  return (
    <span className={classes.site}>
      <EnergyTypeIcon energyType={energyType} />
      <SiteLink row={row} />
      <span className={classes.country} title={localTime}>
        {country}
      </span>
    </span>
  );
}
