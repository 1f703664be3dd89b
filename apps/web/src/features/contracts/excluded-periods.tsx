import { Button, TextInput } from '@mantine/core';
import { LIMITS } from '@solvane/contract/limits';
import { Section } from '@solvane/ui/section';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { ConfigurationNote } from '../../shared/configuration/configuration-layout.tsx';
import { FormDialog } from '../../shared/dialogs/form-dialog.tsx';
import { instantOf, readMoment, toTypedTime } from '../../shared/time/local-moment.ts';
import { LocalTimeField } from '../../shared/time/local-time-field.tsx';
import { useFleet } from '../../workspace/fleet/use-fleet.ts';
import { excludedOf, linesOf, settingOf, withoutItem, withValue } from './contract-draft.ts';
import classes from './contracts.module.css';
import type { DraftPartProps } from './draft-types.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** What the parties agreed to leave out of every availability. */
export function ExcludedPeriods({ draft, canEdit }: DraftPartProps) {
  const { formatMessage, formatDate, formatNumber } = useIntl();
  const { allSites } = useFleet();
  const [isAdding, setAdding] = useState(false);
  const [siteId] = linesOf(settingOf(draft.items, 'sites'));
  const zone = allSites.find((site) => site.siteId === siteId)?.metadata.timezone ?? 'UTC';
  const periods = excludedOf(draft.items).toSorted((a, b) => a.period.startMs - b.period.startMs);
  const at = (ms: number): string => formatDate(ms, { dateStyle: 'medium', timeStyle: 'short', timeZone: zone });
  return (
    <Section
      title={formatMessage({ id: 'Contract_Excluded' })}
      detail={zone}
      isFramed
      actions={
        canEdit && (
          <Button size="compact-sm" variant="subtle" leftSection={<IconPlus size={14} />} onClick={() => setAdding(true)}>
            {formatMessage({ id: 'Contract_Excluded_Add' })}
          </Button>
        )
      }
    >
      {periods.length === 0 ? (
        <div className={classes.padded}>
          <ConfigurationNote>{formatMessage({ id: 'Contract_Excluded_None' })}</ConfigurationNote>
        </div>
      ) : (
        <ul className={classes.list} aria-label={formatMessage({ id: 'Contract_Excluded' })}>
          {periods.map(({ id, period: { startMs, endMs, reason } }) => (
            <li key={id}>
              <span>
                {at(startMs)} – {at(endMs)}
              </span>
              <span className={classes.quiet}>
                {formatNumber((endMs - startMs) / HOUR_MS, { maximumFractionDigits: 1 })}
                {'\u2009'}h
              </span>
              <span className={classes.spread}>{reason}</span>
              {canEdit && (
                <button
                  type="button"
                  className={classes.icon}
                  aria-label={formatMessage({ id: 'Contract_Excluded_Remove' }, { period: at(startMs) })}
                  onClick={() => draft.change((items) => withoutItem(items, id))}
                >
                  <IconTrash size={14} aria-hidden="true" />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {isAdding && (
        <ExcludedDialog
          zone={zone}
          onClose={() => setAdding(false)}
          onAdd={(period) => draft.change((items) => withValue(items, `excluded ${period.startMs}`, JSON.stringify(period)))}
        />
      )}
    </Section>
  );
}

interface ExcludedDialogProps {
  zone: string;
  onClose: () => void;
  onAdd: (period: { startMs: number; endMs: number; reason: string }) => void;
}

function ExcludedDialog({ zone, onClose, onAdd }: ExcludedDialogProps) {
  const { formatMessage } = useIntl();
  const [start, setStart] = useState(() => toTypedTime(Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS, zone));
  const [end, setEnd] = useState(() => toTypedTime(Math.floor(Date.now() / DAY_MS) * DAY_MS, zone));
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const [startMs, endMs] = [instantOf(readMoment(start, zone)), instantOf(readMoment(end, zone))];
  const period = startMs === undefined || endMs === undefined ? undefined : { startMs, endMs, reason: reason.trim() };
  const isReversed = period !== undefined && period.endMs <= period.startMs;
  const submit = (): void => {
    setChecked(true);
    if (!period || isReversed || period.reason === '') return;
    onAdd(period);
    onClose();
  };
  return (
    <FormDialog
      title={formatMessage({ id: 'Contract_Excluded_Add' })}
      submitLabel={formatMessage({ id: 'Contract_Excluded_Add' })}
      isEdited={reason !== ''}
      onClose={onClose}
      onSubmit={submit}
    >
      <LocalTimeField label={formatMessage({ id: 'Contract_Excluded_From' })} zone={zone} value={start} onChange={setStart} isFirst />
      <LocalTimeField
        label={formatMessage({ id: 'Contract_Excluded_To' })}
        zone={zone}
        value={end}
        onChange={setEnd}
        error={isReversed ? formatMessage({ id: 'Common_Validation_PeriodEmpty' }) : undefined}
      />
      <TextInput
        label={formatMessage({ id: 'Contract_Excluded_Reason' })}
        withAsterisk
        maxLength={LIMITS.descriptionLength}
        value={reason}
        error={isChecked && reason.trim() === '' && formatMessage({ id: 'Common_Validation_Required' })}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </FormDialog>
  );
}
