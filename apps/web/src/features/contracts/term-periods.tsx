import { Button } from '@mantine/core';
import { Changes } from '@solvane/ui/history-list';
import { Section } from '@solvane/ui/section';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { ConfigurationNote } from '../../shared/configuration/configuration-layout.tsx';
import { FieldsDialog } from '../../shared/configuration/fields-dialog.tsx';
import { changeText } from '../../shared/configuration/item-texts.ts';
import { threeWayMerge } from '../../shared/configuration/three-way-merge.ts';
import { FormDialog } from '../../shared/dialogs/form-dialog.tsx';
import { earlierOf, settingOf, termItems, toContent, withContinuation, withoutContinuation } from './contract-draft.ts';
import classes from './contracts.module.css';
import type { DraftPartProps } from './draft-types.ts';
import { useMonthText } from './month-text.ts';
import { guaranteesText, lastDayText } from './use-contract-texts.ts';

/** Months in which changed terms can begin, around the present one. */
const MONTHS_BACK = 24;
const MONTHS_AHEAD = 12;

/** Which terms hold when. The terms on the page are those of the last period; earlier ones stay as they were agreed. */
export function TermPeriods({ draft, canEdit }: DraftPartProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const [isAdding, setAdding] = useState(false);
  const [compared, setCompared] = useState<string>();
  const { items } = draft;
  const earlier = earlierOf(items);
  const current = toContent(items).terms;
  const opened = earlier.find(({ validTo }) => validTo === compared);
  const dayText = (date: string): string => intl.formatDate(`${date}T12:00:00Z`, { dateStyle: 'medium', timeZone: 'UTC' });
  const fromOf = (index: number): string => earlier[index - 1]?.validTo ?? settingOf(items, 'validFrom');
  const periodText = (from: string, to: string): string =>
    formatMessage(
      { id: 'Contract_Period_Text' },
      {
        from: from === '' ? formatMessage({ id: 'Contract_Period_Ever' }) : dayText(from),
        to: to === '' ? formatMessage({ id: 'Contract_Period_Open' }) : lastDayText(to, intl),
      },
    );
  return (
    <Section
      title={formatMessage({ id: 'Contract_Terms' })}
      isFramed
      actions={
        canEdit && (
          <Button size="compact-sm" variant="subtle" leftSection={<IconPlus size={14} />} onClick={() => setAdding(true)}>
            {formatMessage({ id: 'Contract_Terms_Continue' })}
          </Button>
        )
      }
    >
      {earlier.length === 0 ? (
        <div className={classes.padded}>
          <ConfigurationNote>{formatMessage({ id: 'Contract_Terms_One' })}</ConfigurationNote>
        </div>
      ) : (
        <ul className={classes.list} aria-label={formatMessage({ id: 'Contract_Terms' })}>
          {earlier.map(({ validTo, terms }, index) => {
            const period = periodText(fromOf(index), validTo);
            return (
              <li key={validTo}>
                <span>{period}</span>
                <span className={`${classes.quiet} ${classes.spread}`}>{guaranteesText(terms, intl)}</span>
                <button
                  type="button"
                  className={classes.textButton}
                  aria-label={formatMessage({ id: 'Contract_Terms_Compare_Of' }, { period })}
                  onClick={() => setCompared(validTo)}
                >
                  {formatMessage({ id: 'Contract_Terms_Compare' })}
                </button>
                {canEdit && (
                  <button
                    type="button"
                    className={classes.icon}
                    aria-label={formatMessage({ id: 'Contract_Terms_Remove' }, { period })}
                    title={formatMessage({ id: 'Contract_Terms_Remove_Help' })}
                    onClick={() => draft.change((before) => withoutContinuation(before, validTo))}
                  >
                    <IconTrash size={14} aria-hidden="true" />
                  </button>
                )}
              </li>
            );
          })}
          <li aria-current="true">
            <b>{periodText(fromOf(earlier.length), settingOf(items, 'validTo'))}</b>
            <span className={`${classes.quiet} ${classes.spread}`}>{guaranteesText(current, intl)}</span>
            <span className={classes.quiet}>{formatMessage({ id: 'Contract_Terms_OnPage' })}</span>
          </li>
        </ul>
      )}
      {isAdding && (
        <ContinueDialog
          after={fromOf(earlier.length)}
          before={settingOf(items, 'validTo')}
          onClose={() => setAdding(false)}
          onChosen={(date) => {
            draft.change((before) => withContinuation(before, date));
            setAdding(false);
          }}
        />
      )}
      {opened && (
        <FormDialog
          size="widest"
          title={formatMessage({ id: 'Contract_Terms_Compare_Title' }, { date: lastDayText(opened.validTo, intl) })}
          onClose={() => setCompared(undefined)}
        >
          <TermChanges draft={draft} earlier={opened.terms} />
        </FormDialog>
      )}
    </Section>
  );
}

interface ContinueDialogProps {
  /** The last period begins then; empty: no start date. */
  after: string;
  /** The contract ends then; empty: it does not. */
  before: string;
  onClose: () => void;
  onChosen: (firstDay: string) => void;
}

function ContinueDialog({ after, before, onClose, onChosen }: ContinueDialogProps) {
  const { formatMessage } = useIntl();
  const monthText = useMonthText();
  const now = new Date();
  const months = Array.from({ length: MONTHS_BACK + 1 + MONTHS_AHEAD }, (_, index) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - MONTHS_BACK + index, 1)).toISOString().slice(0, 7),
  ).filter((month) => (after === '' || `${month}-01` > after) && (before === '' || `${month}-01` < before));
  const present = now.toISOString().slice(0, 7);
  return (
    <FieldsDialog
      title={formatMessage({ id: 'Contract_Terms_Continue' })}
      submitLabel={formatMessage({ id: 'Contract_Terms_Begin' })}
      fields={[
        {
          name: 'month',
          label: formatMessage({ id: 'Contract_Terms_From' }),
          help: formatMessage({ id: 'Contract_Terms_From_Help' }),
          isRequired: true,
          options: months.toReversed().map((value) => ({ value, label: monthText(value, 'long') })),
        },
      ]}
      initial={{ month: months.find((month) => month > present) ?? months.at(-1) ?? '' }}
      onClose={onClose}
      onSubmit={({ month }) => onChosen(`${month}-01`)}
    />
  );
}

function TermChanges({ draft: { items, texts }, earlier }: Pick<DraftPartProps, 'draft'> & { earlier: Parameters<typeof termItems>[0] }) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const before = termItems(earlier);
  const { changes } = threeWayMerge({ base: before, theirs: termItems(toContent(items).terms), own: before }, texts);
  if (changes.length === 0) return <ConfigurationNote>{formatMessage({ id: 'Contract_Terms_Same' })}</ConfigurationNote>;
  return (
    <Changes
      labels={{ before: formatMessage({ id: 'History_Before' }), after: formatMessage({ id: 'History_After' }) }}
      changes={changes.map((change) => changeText(change, texts, intl))}
    />
  );
}
