import type { MessageKey } from '@solvane/i18n/messages';
import { ReasonedValue } from '@solvane/ui/reasoned-value';
import type { ComponentType } from 'react';
import { useIntl } from 'react-intl';
import type { FleetMonth, MonthFigures } from '../../shared/fleet/fleet-month.ts';
import type { SiteNow } from '../../shared/fleet/fleet-now.ts';
import { costText, difference, isShort, losesPower, megawatts, percent } from '../../shared/fleet/fleet-text.ts';
import { devicesText } from '../../shared/fleet/month-gaps.ts';
import { ageText } from '../../shared/time/age-text.ts';
import classes from './kpi-table.module.css';
import { PowerBar } from './power-bar.tsx';
import { Figure, MonthFigure, OpenEvents, SiteMark, SiteName, useWhyNot } from './site-cells.tsx';

export interface SiteRow {
  row: SiteNow;
  figures: MonthFigures | undefined;
  nowMs: number;
}

export interface SiteColumn {
  id: string;
  head: MessageKey;
  Cell: ComponentType<SiteRow>;
  className: string | undefined;
  /** Of the cell of one row, where it differs. */
  classOf?: (row: SiteRow) => string | undefined;
}

const alert = (isLosing: boolean) => (isLosing ? classes.strong : undefined);

const NOW_COLUMNS: readonly SiteColumn[] = [
  { id: 'state', head: 'Home_Column_State', className: classes.markCell, Cell: SiteMark },
  { id: 'site', head: 'Home_Column_Site', className: classes.siteCell, Cell: SiteName },
  { id: 'power', head: 'Home_Column_PowerNow', className: classes.number, Cell: PowerNow },
  {
    id: 'ofRating',
    head: 'Home_Column_OfRating',
    className: classes.barCell,
    Cell: ({ row }) => <PowerBar share={row.share} expectedShare={expectedShare(row)} />,
  },
  {
    id: 'againstExpected',
    head: 'Home_Column_AgainstExpected',
    className: classes.number,
    Cell: AgainstExpected,
    classOf: ({ row }) => short(row.againstExpected),
  },
  { id: 'losing', head: 'Home_Column_Losing', className: classes.number, Cell: LostPower, classOf: ({ row }) => alert(losesPower(row)) },
  { id: 'cost', head: 'Home_Column_Cost', className: classes.number, Cell: LostCost, classOf: ({ row }) => alert(losesPower(row)) },
  { id: 'openEvents', head: 'Home_Column_OpenEvents', className: classes.openCell, Cell: OpenEvents },
];

const MONTH_COLUMNS: readonly SiteColumn[] = [
  { id: 'availability', head: 'Home_Column_Availability', className: classes.number, Cell: Availability },
  monthColumn('againstExpected', 'Home_Column_EnergyAgainstExpected'),
];

const AGE_COLUMN: SiteColumn = {
  id: 'age',
  head: 'Home_Column_Age',
  className: classes.number,
  Cell: ({ row }) => ageText(row.age.ageMs, useIntl().formatMessage),
  classOf: ({ row }) => (row.age.isStale ? classes.stale : classes.second),
};

/** Columns of the month only where it is known, and its budget only where a site has one. */
export function siteColumns(month: FleetMonth | null): SiteColumn[] {
  const budget = month?.hasBudget ? [monthColumn('againstBudget', 'Home_Column_EnergyAgainstBudget')] : [];
  return [...NOW_COLUMNS, ...(month ? MONTH_COLUMNS : []), ...budget, AGE_COLUMN];
}

/** Expected power by rating; null: one of them is not known. */
export function expectedShare({ expectedKw, ratedPowerKw }: SiteNow): number | null {
  return expectedKw === null || !ratedPowerKw ? null : expectedKw / ratedPowerKw;
}

function short(share: number | null | undefined): string | undefined {
  return isShort(share ?? null) ? classes.short : undefined;
}

function monthColumn(name: 'againstExpected' | 'againstBudget', head: MessageKey): SiteColumn {
  return {
    id: `month-${name}`,
    head,
    className: classes.number,
    Cell: ({ figures }) => (
      <MonthFigure figures={figures} name={name}>
        {difference(figures?.[name] ?? null, useIntl().locale)}
      </MonthFigure>
    ),
    classOf: ({ figures }) => short(figures?.[name]),
  };
}

function PowerNow({ row }: SiteRow) {
  const intl = useIntl();
  const why = useWhyNot(row);
  return (
    <Figure missing={row.powerKw === null && why('power')} lacks={devicesText(row.powerDevices, intl) ?? undefined}>
      {megawatts(row.powerKw, intl.locale)}
    </Figure>
  );
}

function AgainstExpected({ row }: SiteRow) {
  const { locale } = useIntl();
  const why = useWhyNot(row);
  return <Figure missing={row.againstExpected === null && why('againstExpected')}>{difference(row.againstExpected, locale)}</Figure>;
}

function LostPower({ row }: SiteRow) {
  const { locale } = useIntl();
  const why = useWhyNot(row);
  return <Figure missing={row.losingKw === null && why('losing')}>{megawatts(row.losingKw, locale)}</Figure>;
}

function LostCost({ row }: SiteRow) {
  const { locale } = useIntl();
  const why = useWhyNot(row);
  return row.cost ? costText(row.cost, locale) : <ReasonedValue reason={why('cost')} />;
}

function Availability({ figures }: SiteRow) {
  const { locale } = useIntl();
  return (
    <MonthFigure figures={figures} name="availability">
      {percent(figures?.availability ?? null, locale)}
    </MonthFigure>
  );
}
