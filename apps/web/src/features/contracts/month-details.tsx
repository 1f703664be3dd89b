import { Button } from '@mantine/core';
import type { KindPalette } from '@solvane/charts/options/kind-frame';
import { waterfallOption } from '@solvane/charts/options/waterfall';
import { type ContractMonth, type ContractMonthDetails, contractResultEndpoints } from '@solvane/contract/contract-results';
import { LIMITS } from '@solvane/contract/limits';
import { decimalText, measuredNumberText, moneyText } from '@solvane/i18n/number-text';
import { Section } from '@solvane/ui/section';
import { IconLock, IconLockOpen, IconStairsDown } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useIntl } from 'react-intl';
import { call } from '../../api/call.ts';
import { usePermission } from '../../shared/access/permission-gate.tsx';
import { KindChart } from '../../shared/charts/kind-chart.tsx';
import { ConfigurationNote } from '../../shared/configuration/configuration-layout.tsx';
import { FieldsDialog } from '../../shared/configuration/fields-dialog.tsx';
import { SaveProblems } from '../../shared/configuration/save-problems.tsx';
import { QueryView } from '../../shared/states/query-view.tsx';
import { openDetails } from '../../workspace/details.ts';
import { useFleet } from '../../workspace/fleet/use-fleet.ts';
import { ChangesAfterLock } from './changes-after-lock.tsx';
import type { ViewKey } from './contract-draft.ts';
import classes from './contracts.module.css';
import { contractKeys, contractMonthQuery } from './contracts.queries.ts';
import { CountedEvents } from './counted-events.tsx';
import { signedText, useMonthText } from './month-text.ts';

const moment = { dateStyle: 'medium', timeStyle: 'short' } as const;

interface MonthDetailsProps {
  month: ContractMonth;
  view: ViewKey;
}

/** One month: from 100 % down to its result, the events of each step, its lock and what changed after it. */
export function MonthDetails({ month: { contractConfigurationId, siteId, siteName, month, lock, isOver }, view }: MonthDetailsProps) {
  const { formatMessage, formatDate } = useIntl();
  const monthText = useMonthText();
  const mayStudio = usePermission('PageDataStudio');
  const { allSites } = useFleet();
  const site = allSites.find((each) => each.siteId === siteId);
  const key = { contractConfigurationId, siteId, month };
  const query = useQuery(contractMonthQuery({ ...key, view: view.name, basis: view.basis }));
  const queryClient = useQueryClient();
  const lockMonth = useMutation({
    mutationFn: () => call(contractResultEndpoints.lock, { body: key }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: contractKeys.results }),
    meta: { isShownInPlace: true },
  });
  const [isUnlocking, setUnlocking] = useState(false);
  const unlockMonth = useMutation({
    mutationFn: (reason: string) => call(contractResultEndpoints.unlock, { body: { ...key, reason } }),
    onSuccess: () => setUnlocking(false),
    onSettled: () => queryClient.invalidateQueries({ queryKey: contractKeys.results }),
    meta: { isShownInPlace: true },
  });
  return (
    <Section
      title={`${monthText(month, 'long')}, ${siteName}`}
      isFramed
      actions={
        <>
          {mayStudio && site && (
            <Button
              size="compact-sm"
              variant="subtle"
              leftSection={<IconStairsDown size={14} />}
              onClick={() => openDetails({ kind: 'lossWalk', siteSegmentId: site.siteSegmentId })}
            >
              {formatMessage({ id: 'Details_lossWalk' })}
            </Button>
          )}
          {lock ? (
            <>
              <span className={classes.lockTag}>
                <IconLock size={13} aria-hidden="true" />
                {formatMessage(
                  { id: 'Contract_Locked_By' },
                  { at: formatDate(lock.atMs, { dateStyle: 'medium', timeStyle: 'short' }), by: lock.by },
                )}
              </span>
              {query.data?.canLock && (
                <Button size="compact-sm" variant="subtle" leftSection={<IconLockOpen size={14} />} onClick={() => setUnlocking(true)}>
                  {formatMessage({ id: 'Contract_Unlock' })}
                </Button>
              )}
            </>
          ) : (
            query.data?.canLock && (
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<IconLock size={14} />}
                disabled={!isOver}
                title={isOver ? undefined : formatMessage({ id: 'Contract_Lock_NotOver' })}
                loading={lockMonth.isPending}
                onClick={() => lockMonth.mutate()}
              >
                {formatMessage({ id: 'Contract_Lock' }, { month: monthText(month, 'long') })}
              </Button>
            )
          )}
        </>
      }
    >
      <div className={classes.padded}>
        <SaveProblems error={lockMonth.error} title="Contract_Lock_Refused" />
        {query.data?.unlocks.map(({ lockedBy, lockedAtMs, by, atMs, reason }) => (
          <ConfigurationNote key={atMs}>
            {formatMessage(
              { id: 'Contract_Unlocked' },
              { by, at: formatDate(atMs, moment), reason, lockedBy, lockedAt: formatDate(lockedAtMs, moment) },
            )}
          </ConfigurationNote>
        ))}
      </div>
      {isUnlocking && (
        <FieldsDialog
          title={formatMessage({ id: 'Contract_Unlock_Title' }, { month: monthText(month, 'long'), site: siteName })}
          submitLabel={formatMessage({ id: 'Contract_Unlock' })}
          fields={[
            {
              name: 'reason',
              label: formatMessage({ id: 'Contract_Unlock_Reason' }),
              help: formatMessage({ id: 'Contract_Unlock_Help' }),
              isRequired: true,
              maxLength: LIMITS.descriptionLength,
            },
          ]}
          initial={{ reason: '' }}
          save={unlockMonth}
          onClose={() => setUnlocking(false)}
          onSubmit={({ reason }) => unlockMonth.mutate(reason)}
        />
      )}
      <QueryView query={query} errorTitle="Common_Error_Query_Title">
        {(details) => <MonthContent key={`${month} ${siteId} ${view.name} ${view.basis}`} details={details} />}
      </QueryView>
    </Section>
  );
}

function MonthContent({ details }: { details: ContractMonthDetails }) {
  const { formatMessage, locale } = useIntl();
  const [open, setOpen] = useState<string>();
  const { steps, events, view, basis, views, zone, daysWithoutEvents } = details;
  const reached = views.find((each) => each.view === view && each.basis === basis);
  const step = steps.find(({ category }) => category === open);
  const shown = step ? events.filter(({ timeCategory }) => timeCategory === step.category) : [];
  const withoutEvents = step ? step.points - shown.reduce((sum, { points }) => sum + points, 0) : 0;
  return (
    <>
      <MonthExplanation details={details} />
      {reached?.percent == null ? (
        <div className={classes.padded}>
          <ConfigurationNote>{formatMessage({ id: `Availability_Reason_${reached?.reason ?? 'noData'}` })}</ConfigurationNote>
        </div>
      ) : (
        <>
          <Waterfall details={details} percent={reached.percent} />
          <ol className={classes.stepList} aria-label={formatMessage({ id: 'Contract_Steps' })}>
            {steps.map(({ category, points, amount, events: count }) => (
              <li key={category}>
                <button type="button" aria-expanded={category === open} onClick={() => setOpen(category === open ? undefined : category)}>
                  <i className={classes.swatch} aria-hidden="true" />
                  <b>{formatMessage({ id: `TimeCategory_${category}` })}</b>
                  <span>
                    {signedText(points, { digits: 2, locale })}
                    {'\u2009'}pp
                  </span>
                  <small>
                    {formatMessage({ id: `Contract_Step_Amount_${basis}` }, { amount: measuredNumberText(amount / 1000, locale), count })}
                  </small>
                </button>
              </li>
            ))}
          </ol>
        </>
      )}
      {step && (
        <>
          {shown.length > 0 ? (
            <CountedEvents
              title={formatMessage({ id: 'Contract_Step_Events' }, { category: formatMessage({ id: `TimeCategory_${step.category}` }) })}
              events={shown}
              pointsHeader={formatMessage({ id: 'Contract_Event_Points' })}
              zone={zone}
            />
          ) : (
            <div className={classes.padded}>
              <ConfigurationNote>{formatMessage({ id: 'Contract_Step_NoEvents' })}</ConfigurationNote>
            </div>
          )}
          {shown.length > 0 && Math.abs(withoutEvents) >= 0.0005 && (
            <div className={classes.padded}>
              <ConfigurationNote>
                {formatMessage({ id: 'Contract_Step_Rest' }, { points: signedText(withoutEvents, { digits: 3, locale }) })}
              </ConfigurationNote>
            </div>
          )}
        </>
      )}
      {daysWithoutEvents > 0 && (
        <div className={classes.padded}>
          <ConfigurationNote>{formatMessage({ id: 'Contract_Days_WithoutEvents' }, { count: daysWithoutEvents })}</ConfigurationNote>
        </div>
      )}
      {details.lock && <ChangesAfterLock details={details} />}
    </>
  );
}

/** How the numbers of the month come about, in words. */
function MonthExplanation({ details }: { details: ContractMonthDetails }) {
  const { formatMessage, locale } = useIntl();
  const { view, basis, views, guarantees, currency, categories, isOver } = details;
  const reached = views.find((each) => each.view === view && each.basis === basis);
  const guarantee = guarantees.find((each) => each.view === view && each.basis === basis);
  const excluded = categories.filter(({ isExcluded }) => isExcluded);
  const mwh = (kwh: number) => measuredNumberText(kwh / 1000, locale);
  const two = (value: number | null) => decimalText(value, { digits: 2, locale });
  const amount = guarantee?.amount ?? null;
  return (
    <div className={classes.padded}>
      {reached?.percent != null && (
        <ConfigurationNote>
          {formatMessage(
            { id: `Contract_Explain_${basis}` },
            { percent: two(reached.percent), available: mwh(reached.available), counted: mwh(reached.available + reached.unavailable) },
          )}
        </ConfigurationNote>
      )}
      {guarantee && guarantee.points !== null && (
        <p className={classes.explanation} data-tone={guarantee.points < 0 ? 'bad' : undefined}>
          {formatMessage(
            { id: !isOver ? 'Contract_Explain_Running' : guarantee.points < 0 ? 'Contract_Explain_Penalty' : 'Contract_Explain_Bonus' },
            {
              amount: moneyText(amount === null ? null : Math.abs(amount), { currency, locale }),
              points: two(Math.abs(guarantee.points)),
              guaranteed: two(guarantee.guaranteedPercent),
              direction: guarantee.points < 0 ? 'below' : 'above',
            },
          )}
        </p>
      )}
      {excluded.length > 0 && (
        <ConfigurationNote>
          {formatMessage(
            { id: 'Contract_Explain_Excluded' },
            {
              categories: excluded
                .map(({ category, ratedHours }) => `${formatMessage({ id: `TimeCategory_${category}` })} ${mwh(ratedHours)}`)
                .join(', '),
            },
          )}
        </ConfigurationNote>
      )}
    </div>
  );
}

/** Changes below this share of the axis would not be seen, so that the axis is cut above zero. */
const ROOM = 1.35;

function Waterfall({ details: { steps, guarantees, view, basis }, percent }: { details: ContractMonthDetails; percent: number }) {
  const { formatMessage, locale } = useIntl();
  const guaranteed = guarantees.find((each) => each.view === view && each.basis === basis)?.guaranteedPercent;
  const lowest = Math.min(percent, guaranteed ?? 100);
  const from = Math.max(0, Math.floor(100 - Math.max(0.5, 100 - lowest) * ROOM));
  const build = useCallback(
    (palette: KindPalette) =>
      waterfallOption({
        palette,
        locale,
        unit: '%',
        from,
        digits: 2,
        ...(guaranteed !== undefined && {
          limit: {
            value: guaranteed,
            label: formatMessage({ id: 'Contract_Guaranteed_Line' }, { percent: decimalText(guaranteed, { digits: 2, locale }) }),
          },
        }),
        steps: [
          { label: formatMessage({ id: 'Contract_Step_Counted' }), kind: 'level', value: 100 },
          ...steps.map(({ category, points }) => ({
            label: formatMessage({ id: `TimeCategory_${category}` }),
            kind: 'change' as const,
            value: points,
          })),
          { label: formatMessage({ id: 'Contract_Step_Result' }), kind: 'level', value: percent },
        ],
      }),
    [steps, percent, guaranteed, from, locale, formatMessage],
  );
  const label = formatMessage(
    { id: 'Contract_Waterfall_Label' },
    { percent: decimalText(percent, { digits: 2, locale }), count: steps.length },
  );
  return (
    <div className={classes.chart}>
      <KindChart label={label} build={build} />
    </div>
  );
}
