import { Button } from '@mantine/core';
import { Section } from '@solvane/ui/section';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { ConfigurationNote } from '../../shared/configuration/configuration-layout.tsx';
import { RowSelect } from '../../shared/controls/row-select.tsx';
import {
  type GuaranteeStep,
  guaranteeId,
  guaranteeOf,
  settingOf,
  type ViewKey,
  viewId,
  viewsOf,
  withoutItem,
  withValue,
} from './contract-draft.ts';
import classes from './contracts.module.css';
import type { DraftPartProps } from './draft-types.ts';
import { NumberField } from './number-field.tsx';
import { viewText } from './use-contract-texts.ts';

/** What is promised of an availability, and what a distance to it is worth. */
export function GuaranteeTables({ draft, canEdit }: DraftPartProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const views = viewsOf(draft.items);
  const promised = views.filter((view) => guaranteeOf(draft.items, view) !== undefined);
  const free = views.filter((view) => !promised.includes(view));
  const add = (key: string): void => {
    const view = free.find((each) => guaranteeId(each) === key);
    if (!view) return;
    const steps: GuaranteeStep[] = [{ fromPercent: 0, bonusPerPoint: 0, penaltyPerPoint: 0 }];
    draft.change((items) => withValue(items, guaranteeId(view), JSON.stringify({ percent: 97, steps })));
  };
  return (
    <Section
      title={formatMessage({ id: 'Contract_Guarantees' })}
      detail={formatMessage({ id: 'Contract_Guarantees_Detail' })}
      isFramed
      actions={
        canEdit &&
        free.length > 0 && (
          <RowSelect
            label={formatMessage({ id: 'Contract_Guarantee_Add' })}
            value=""
            options={[
              { value: '', label: formatMessage({ id: 'Contract_Guarantee_Add' }) },
              ...free.map((view) => ({ value: guaranteeId(view), label: viewText(view, settingOf(draft.items, viewId(view)), intl) })),
            ]}
            onChange={add}
          />
        )
      }
    >
      {promised.length === 0 && (
        <div className={classes.padded}>
          <ConfigurationNote>{formatMessage({ id: 'Contract_Guarantees_None' })}</ConfigurationNote>
        </div>
      )}
      {promised.map((view) => (
        <GuaranteeTable key={guaranteeId(view)} draft={draft} canEdit={canEdit} view={view} />
      ))}
    </Section>
  );
}

/** "Up to" follows from the next step and is never typed: steps cannot overlap. */
function GuaranteeTable({ draft, canEdit, view }: DraftPartProps & { view: ViewKey }) {
  const intl = useIntl();
  const { formatMessage, formatNumber } = intl;
  const guarantee = guaranteeOf(draft.items, view);
  if (!guarantee) return null;
  const { percent, steps } = guarantee;
  const name = viewText(view, settingOf(draft.items, viewId(view)), intl);
  const put = (next: typeof guarantee): void => draft.change((items) => withValue(items, guaranteeId(view), JSON.stringify(next)));
  const putStep = (at: number, part: Partial<GuaranteeStep>): void =>
    put({ percent, steps: steps.map((step, index) => (index === at ? { ...step, ...part } : step)) });
  const last = steps.at(-1)?.fromPercent ?? -1;
  const points = (value: number) => formatNumber(value, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return (
    <section className={classes.guarantee} aria-label={`${formatMessage({ id: 'Contract_Guarantee' })}, ${name}`}>
      <header className={classes.bar}>
        <h3>{name}</h3>
        <span className={classes.spread} />
        <span className={classes.bar}>
          {formatMessage({ id: 'Contract_Guaranteed' })}
          <NumberField
            label={formatMessage({ id: 'Contract_Guaranteed_Of' }, { view: name })}
            value={percent}
            unit="%"
            max={100}
            isReadOnly={!canEdit}
            onChange={(next) => put({ percent: next, steps })}
          />
        </span>
        {canEdit && (
          <>
            <Button
              size="compact-sm"
              variant="subtle"
              leftSection={<IconPlus size={14} />}
              onClick={() =>
                put({ percent, steps: [...steps, { fromPercent: Math.min(100, last + 1), bonusPerPoint: 0, penaltyPerPoint: 0 }] })
              }
            >
              {formatMessage({ id: 'Contract_Step_Add' })}
            </Button>
            <button
              type="button"
              className={classes.icon}
              aria-label={formatMessage({ id: 'Contract_Guarantee_Remove' }, { view: name })}
              onClick={() => draft.change((items) => withoutItem(items, guaranteeId(view)))}
            >
              <IconTrash size={14} aria-hidden="true" />
            </button>
          </>
        )}
      </header>
      <table className={classes.steps} aria-label={name}>
        <thead className={classes.tableHead}>
          <tr>
            {(['From', 'To', 'Bonus', 'Penalty'] as const).map((column) => (
              <th key={column} scope="col">
                {formatMessage({ id: `Contract_Step_${column}` })}
              </th>
            ))}
            <th />
          </tr>
        </thead>
        <tbody>
          {steps.map((step, at) => {
            const isWrong = at > 0 && step.fromPercent <= (steps[at - 1]?.fromPercent ?? 0);
            const next = steps[at + 1]?.fromPercent;
            const of = { step: at + 1 };
            return (
              // Steps have no identity of their own: they are what stands at this position.
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              <tr key={at}>
                <td>
                  <NumberField
                    label={formatMessage({ id: 'Contract_Step_From_Of' }, of)}
                    value={step.fromPercent}
                    unit="pp"
                    max={100}
                    isInvalid={isWrong}
                    isReadOnly={!canEdit}
                    onChange={(fromPercent) => putStep(at, { fromPercent })}
                  />
                  {isWrong && <p className={classes.error}>{formatMessage({ id: 'Contract_Step_Wrong' })}</p>}
                </td>
                <td>{next === undefined ? formatMessage({ id: 'Contract_Step_Open' }) : `${points(next)}\u2009pp`}</td>
                <td>
                  <NumberField
                    label={formatMessage({ id: 'Contract_Step_Bonus_Of' }, of)}
                    value={step.bonusPerPoint}
                    isReadOnly={!canEdit}
                    onChange={(bonusPerPoint) => putStep(at, { bonusPerPoint })}
                  />
                </td>
                <td>
                  <NumberField
                    label={formatMessage({ id: 'Contract_Step_Penalty_Of' }, of)}
                    value={step.penaltyPerPoint}
                    isReadOnly={!canEdit}
                    onChange={(penaltyPerPoint) => putStep(at, { penaltyPerPoint })}
                  />
                </td>
                <td>
                  {canEdit && steps.length > 1 && (
                    <button
                      type="button"
                      className={classes.icon}
                      aria-label={formatMessage({ id: 'Contract_Step_Remove' }, of)}
                      onClick={() => put({ percent, steps: steps.filter((_, index) => index !== at) })}
                    >
                      <IconTrash size={14} aria-hidden="true" />
                    </button>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
