import type { CodeImpact } from '@solvane/contract/event-codes';
import { decimalText } from '@solvane/i18n/number-text';
import { Facts } from '@solvane/ui/facts';
import { Section } from '@solvane/ui/section';
import type { UseQueryResult } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { ConfigurationNote, ConfigurationUses } from '../../shared/configuration/configuration-layout.tsx';
import { ImpactProgress } from '../../shared/configuration/impact-progress.tsx';
import { EventMark } from '../../shared/events/event-mark.tsx';
import { hoursText } from '../../shared/events/event-text.ts';
import { useEventLabels } from '../../shared/events/use-event-labels.ts';
import { QueryView } from '../../shared/states/query-view.tsx';
import { ScreenTable } from '../../shared/table/screen-table.tsx';
import { TwoLines } from '../../shared/table/two-lines.tsx';
import classes from './event-code-sets.module.css';

interface CodeImpactPaneProps {
  changed: number;
  /** A category among the changes. */
  hasCategories: boolean;
  impact: UseQueryResult<CodeImpact>;
  /** The numbers are those of what was there before the last key. */
  isOld: boolean;
  onCancel: () => void;
}

/** What saving would do, before it does. */
export function CodeImpactPane({ changed, hasCategories, impact, isOld, onCancel }: CodeImpactPaneProps) {
  const { formatMessage } = useIntl();
  return (
    <aside className={classes.pane} data-idle={changed === 0 || undefined} aria-label={formatMessage({ id: 'EventCodeSet_Impact' })}>
      <Section title={formatMessage({ id: 'EventCodeSet_Impact' })}>
        {changed === 0 ? (
          <ConfigurationNote>{formatMessage({ id: 'EventCodeSet_Impact_Nothing' })}</ConfigurationNote>
        ) : (
          <QueryView query={{ ...impact, isPlaceholderData: isOld }}>
            {(data) => (
              <>
                <ImpactProgress
                  done={data.readSiteCount}
                  total={data.siteCount}
                  isRunning={impact.isFetching}
                  onCancel={onCancel}
                  onResume={() => void impact.refetch()}
                />
                <Impact impact={data} />
              </>
            )}
          </QueryView>
        )}
        {changed > 0 && hasCategories && (
          <ConfigurationUses warning={formatMessage({ id: 'EventCategorySet_Warning' })}>{''}</ConfigurationUses>
        )}
      </Section>
    </aside>
  );
}

function Impact({ impact }: { impact: CodeImpact }) {
  const { formatMessage, formatDate, locale } = useIntl();
  const { events, sinceMs, contracts, sites, siteCount, deviceCount, siteDays } = impact;
  const recalculation = siteDays > 0 && formatMessage({ id: 'EventCodeSet_Impact_Recompute' }, { days: siteDays });
  if (events === 0)
    return (
      <ConfigurationNote>
        {formatMessage({ id: siteCount === 0 ? 'EventCodeSet_Impact_Unseen' : 'EventCodeSet_Impact_None' })} {recalculation}
      </ConfigurationNote>
    );
  const since = sinceMs === null ? '' : formatDate(sinceMs, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
  return (
    <>
      <p className={classes.sentence} role="status">
        {formatMessage({ id: 'EventCodeSet_Impact_Touches' }, { events, contracts: contracts.length, since })}
      </p>
      <ConfigurationNote>
        {formatMessage({ id: 'EventCodeSet_Impact_Where' }, { devices: deviceCount, sites: sites.length })}
      </ConfigurationNote>
      <TypeTable types={impact.types} />
      {contracts.length > 0 && (
        <Section level={3} title={formatMessage({ id: 'EventCodeSet_Impact_Contracts' })}>
          <ConfigurationNote>{contracts.map(({ name }) => name).join(', ')}</ConfigurationNote>
        </Section>
      )}
      <Section level={3} title={formatMessage({ id: 'EventCodeSet_Impact_Sites' })}>
        <Facts
          isNumeric
          facts={sites.map(({ siteId, name, events: count }) => ({
            id: siteId,
            label: name,
            value: decimalText(count, { digits: 0, locale }),
          }))}
        />
      </Section>
      <ConfigurationNote>{recalculation}</ConfigurationNote>
    </>
  );
}

/** Events and hours by type, as they are and as they would be. */
function TypeTable({ types }: Pick<CodeImpact, 'types'>) {
  const { formatMessage, locale } = useIntl();
  const words = useEventLabels();
  const label = formatMessage({ id: 'EventCodeSet_Impact_ByType' });
  const number = (value: number) => decimalText(value, { digits: 0, locale });
  const hours = (durationMs: number) => hoursText(durationMs, locale);
  const column = { align: 'end' as const, width: 74 };
  return (
    <ScreenTable
      label={label}
      rows={types}
      rowHeight={40}
      getRowId={({ eventType }) => eventType}
      columns={[
        {
          id: 'type',
          header: label,
          isRowHeader: true,
          width: 90,
          cell: ({ eventType }) => (
            <>
              <EventMark type={eventType} size={11} /> {words.type(eventType)}
            </>
          ),
        },
        {
          ...column,
          id: 'now',
          header: formatMessage({ id: 'EventCodeSet_Impact_Now' }),
          cell: (row) => <TwoLines detail={hours(row.durationBeforeMs)}>{number(row.eventsBefore)}</TwoLines>,
        },
        {
          ...column,
          id: 'then',
          header: formatMessage({ id: 'EventCodeSet_Impact_Then' }),
          cell: (row) => <TwoLines detail={hours(row.durationAfterMs)}>{number(row.eventsAfter)}</TwoLines>,
        },
        {
          ...column,
          id: 'change',
          header: formatMessage({ id: 'EventCodeSet_Impact_Change' }),
          cell: (row) => (
            <TwoLines detail={signed(row.durationAfterMs - row.durationBeforeMs, hours)}>
              {signed(row.eventsAfter - row.eventsBefore, number)}
            </TwoLines>
          ),
        },
      ]}
    />
  );
}

function signed(value: number, textOf: (value: number) => string): string {
  const text = textOf(Math.abs(value));
  return value === 0 ? text : `${value > 0 ? '+' : '\u2212'}${text}`;
}
