import type { EventDetails } from '@solvane/contract/events';
import { moneyText } from '@solvane/i18n/number-text';
import type { DataColumn } from '@solvane/ui/data-table-props';
import { ReasonedValue } from '@solvane/ui/reasoned-value';
import { useIntl } from 'react-intl';
import { lostEnergyText } from '../../shared/events/event-text.ts';
import { LeftOutNote } from '../../shared/events/left-out-note.tsx';
import { PartialValue } from '../../shared/events/partial-value.tsx';
import { useEventTime } from '../../shared/events/use-event-time.ts';
import { useSiteCurrencies } from '../../shared/fleet/use-site-currencies.ts';
import { ScreenTable } from '../../shared/table/screen-table.tsx';
import { useNoValueText } from '../../shared/text/use-no-value-text.ts';
import prose from './prose.module.css';

/** The losses of each day, and what changed in days that were settled already. */
export function LossDays({ details: { event, losses } }: { details: EventDetails }) {
  const { formatMessage } = useIntl();
  const currency = useSiteCurrencies()(event.siteId);
  const day = useDayText();
  const columns: DataColumn<EventDetails['losses']['days'][number]>[] = [
    {
      id: 'day',
      header: formatMessage({ id: 'EventDetails_Day' }),
      cell: (each) => day(each.day),
      isRowHeader: true,
      canGrow: false,
      width: 160,
    },
    {
      id: 'lost',
      header: formatMessage({ id: 'EventLog_Column_Lost' }),
      cell: (figures) => <LostEnergy figures={figures} />,
      sum: () => <LostEnergy figures={event} />,
      align: 'end',
      width: 140,
    },
    {
      id: 'revenue',
      header: formatMessage({ id: 'EventLog_Column_Revenue' }),
      cell: (figures) => <LostRevenue figures={figures} currency={currency} isPartial={figures.unpricedIntervals > 0} />,
      sum: () => <LostRevenue figures={event} currency={currency} isPartial={event.unpricedDays > 0} />,
      align: 'end',
      width: 140,
    },
  ];
  return (
    <>
      <ScreenTable
        label={formatMessage({ id: 'EventDetails_ByDay' })}
        isBare
        rowHeight={28}
        rows={losses.days}
        columns={columns}
        getRowId={(each) => each.day}
        hasSums
        sumLabel={formatMessage({ id: 'EventDetails_Sum' })}
      />
      {losses.corrections.length > 0 && <Corrections details={{ event, losses }} />}
    </>
  );
}

type Figures = Pick<EventDetails['event'], 'lostEnergyKwh' | 'revenueLoss' | 'leftOutIntervals'>;

function LostEnergy({ figures: { lostEnergyKwh, leftOutIntervals } }: { figures: Figures }) {
  const { locale } = useIntl();
  const noValueText = useNoValueText();
  return (
    <>
      <ReasonedValue reason={lostEnergyKwh === null ? noValueText(['noLoss']) : undefined}>
        {lostEnergyText(lostEnergyKwh, locale)}
      </ReasonedValue>
      <LeftOutNote intervals={leftOutIntervals} />
    </>
  );
}

function LostRevenue({ figures, currency, isPartial }: { figures: Figures; currency: string | null; isPartial: boolean }) {
  const { formatMessage, locale } = useIntl();
  const noValueText = useNoValueText();
  const { lostEnergyKwh, revenueLoss } = figures;
  if (revenueLoss === null) return <ReasonedValue reason={noValueText([lostEnergyKwh === null ? 'noLoss' : 'noPrice'])} />;
  const reason = isPartial ? formatMessage({ id: 'EventLosses_Unpriced_Help' }) : '';
  return <PartialValue text={moneyText(revenueLoss, { currency, locale })} reason={reason} isPartial={isPartial} />;
}

/** Days that were settled keep what was reported; each difference is listed. */
function Corrections({ details: { event, losses } }: { details: Pick<EventDetails, 'event' | 'losses'> }) {
  const { formatMessage, locale } = useIntl();
  const currency = useSiteCurrencies()(event.siteId);
  const day = useDayText();
  const time = useEventTime(event.timezone);
  const title = formatMessage({ id: 'EventDetails_Corrections' });
  const columns: DataColumn<EventDetails['losses']['corrections'][number]>[] = [
    {
      id: 'day',
      header: formatMessage({ id: 'EventDetails_Day' }),
      cell: (each) => day(each.day),
      isRowHeader: true,
      canGrow: false,
    },
    {
      id: 'corrected',
      header: formatMessage({ id: 'EventDetails_Corrected' }),
      cell: ({ atMs }) => time(atMs),
      width: 180,
    },
    {
      id: 'lost',
      header: formatMessage({ id: 'EventLog_Column_Lost' }),
      cell: ({ lostEnergyKwh }) => signed(lostEnergyKwh, lostEnergyText(lostEnergyKwh, locale)),
      align: 'end',
      width: 88,
    },
    {
      id: 'revenue',
      header: formatMessage({ id: 'EventLog_Column_Revenue' }),
      cell: ({ revenueLoss }) => signed(revenueLoss, moneyText(revenueLoss, { currency, locale })),
      align: 'end',
      width: 104,
    },
  ];
  return (
    <section>
      <h4 className={prose.section}>{title}</h4>
      <ScreenTable
        label={title}
        isBare
        rowHeight={28}
        rows={losses.corrections}
        columns={columns}
        getRowId={(each) => `${each.day} ${each.atMs}`}
      />
    </section>
  );
}

function signed(value: number, text: string): string {
  return value > 0 ? `+${text}` : text;
}

function useDayText(): (day: string) => string {
  const { formatDate } = useIntl();
  // A date without a clock: noon of it is the same date everywhere it is written.
  return (day) => formatDate(`${day}T12:00Z`, { dateStyle: 'medium', timeZone: 'UTC' });
}
