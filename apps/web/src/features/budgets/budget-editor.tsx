import type { Site } from '@solvane/contract/fleet';
import { budgetEndpoints } from '@solvane/contract/models';
import { civilDate, localDayOf } from '@solvane/energy/time/local-day';
import { decimalText } from '@solvane/i18n/number-text';
import { EditableGrid } from '@solvane/ui/editable-grid';
import { EditableGridForm } from '@solvane/ui/editable-grid-form';
import { Facts } from '@solvane/ui/facts';
import type { EditableGridState } from '@solvane/ui/use-editable-grid';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useIntl } from 'react-intl';
import { call } from '../../api/call.ts';
import { isPermitted } from '../../shared/access/access.ts';
import { useAccess } from '../../shared/access/session.queries.ts';
import { ConfigurationActions, ConfigurationEditor, ConfigurationNote } from '../../shared/configuration/configuration-layout.tsx';
import { DraftControls, HistoryButton } from '../../shared/configuration/draft-controls.tsx';
import { type ItemDraft, useItemDraft } from '../../shared/configuration/item-draft.ts';
import { SelectField } from '../../shared/fields/select-field.tsx';
import { useNavigateTo } from '../../shared/routing/navigate-to.ts';
import { useViewport } from '../../shared/screen/use-viewport.ts';
import { BudgetChart } from './budget-chart.tsx';
import {
  type BudgetMonth,
  budgetDrafts,
  changedYears,
  hasProblem,
  type StoredBudgets,
  sumOf,
  toMonths,
  toRows,
  withCopiedYear,
  yearsOf,
} from './budget-draft.ts';
import { BudgetUploads } from './budget-uploads.tsx';
import classes from './budgets.module.css';
import { actualsQuery, budgetKeys, useSaveBudgets } from './budgets.queries.ts';
import { CopyYearDialog } from './copy-year-dialog.tsx';
import { useBudgetGrid } from './use-budget-grid.ts';
import { useBudgetTexts } from './use-budget-texts.ts';

interface BudgetEditorProps {
  site: Site;
  stored: StoredBudgets;
  /** undefined: this year. */
  year: number | undefined;
  onYear: (year: number) => void;
}

const UPLOADS = { name: 'data-upload', title: 'Route_data-upload', permission: 'PageDataUpload', feature: 'dataUpload' } as const;

/** The budgets of a site, a year at a time; years that were changed are saved together. */
export function BudgetEditor({ site, stored, year: chosenYear, onYear }: BudgetEditorProps) {
  const { formatMessage } = useIntl();
  const navigateTo = useNavigateTo();
  const canUpload = isPermitted(UPLOADS, useAccess());
  const [isCopying, setCopying] = useState(false);
  const { siteId, name, metadata } = site;
  const { energyType } = metadata;
  const zone = metadata.timezone ?? 'UTC';
  const thisYear = civilDate(localDayOf(Date.now(), zone)).year;
  const year = chosenYear ?? thisYear;
  const texts = useBudgetTexts();
  const itemsOf = useCallback((budgets: Pick<StoredBudgets, 'rows'>) => toMonths(budgets, energyType), [energyType]);
  const draft = useItemDraft({ drafts: budgetDrafts, draftKey: siteId, stored, itemsOf, texts });
  const save = useSaveBudgets();
  const actuals = useQuery(actualsQuery(siteId, year));
  const rated = actuals.data?.totals.find(({ metricId, value }) => metricId === 'capacityAc' && value !== null)?.value ?? null;
  const hasFactor = energyType === 'Wind' || energyType === 'Hybrid';
  const grid = useBudgetGrid({ draft, year, zone, energyType, capacityKw: hasFactor ? rated : null, canEdit: stored.canEdit });
  const { saved, removed } = changedYears(draft.items, draft.versions.base);
  const stated = [...new Set(draft.items.map((item) => item.year))];
  const years = [...new Set([...yearsOf(draft.items, thisYear), year])].sort((a, b) => a - b);
  return (
    <ConfigurationEditor
      name={name}
      title={name}
      detail={stored.canEdit ? '' : formatMessage({ id: 'Budgets_ReadOnly' })}
      actions={
        <>
          <HistoryButton
            draft={draft}
            queryKey={[...budgetKeys.all, siteId]}
            list={(signal) => call(budgetEndpoints.versions, { body: { siteId }, signal })}
            load={async (version, signal) => itemsOf(await call(budgetEndpoints.version, { body: { siteId, version }, signal }))}
            canEdit={stored.canEdit}
          />
          <ConfigurationActions
            actions={[
              stored.canEdit &&
                canUpload && {
                  label: formatMessage({ id: 'Budgets_Upload' }),
                  run: () => navigateTo('data-upload', {}, { search: { kind: 'budgets' } }),
                },
              stored.canEdit && {
                label: formatMessage({ id: 'Budgets_Copy' }),
                isDisabled: stated.length === 0,
                run: () => setCopying(true),
              },
            ]}
          />
        </>
      }
    >
      <div className={classes.tools}>
        <div className={classes.year}>
          <SelectField
            label={formatMessage({ id: 'Budgets_Year' })}
            value={String(year)}
            options={years.map((each) => ({ value: String(each), label: String(each) }))}
            onChange={(value) => value !== null && onYear(Number(value))}
          />
        </div>
        <div className={classes.totals}>
          <YearTotals items={draft.items} year={year} />
        </div>
      </div>
      {!stated.includes(year) && <ConfigurationNote>{formatMessage({ id: 'Budgets_NoYear' }, { year: String(year) })}</ConfigurationNote>}
      <Months grid={grid} year={year} />
      {stored.canEdit && <ConfigurationNote>{formatMessage({ id: 'Budgets_Keys' })}</ConfigurationNote>}
      <BudgetChart site={site} year={year} items={draft.items} query={actuals} />
      {canUpload && <BudgetUploads siteId={siteId} />}
      {isCopying && (
        <CopyYearDialog
          years={stated}
          year={year}
          onCopy={(copy) => {
            draft.change((items) => withCopiedYear(items, copy));
            onYear(copy.to);
          }}
          onClose={() => setCopying(false)}
        />
      )}
      <DraftControls
        draft={draft}
        searchKeys={['site']}
        save={save}
        refusedTitle="Budgets_Refused"
        isDisabled={hasProblem(draft.items)}
        onSave={(request) =>
          save.mutate(
            {
              ...{ siteId, replace: true, removeYears: removed },
              rows: toRows(
                draft.items.filter((item) => saved.includes(item.year)),
                energyType,
              ),
              ...request,
            },
            { onSuccess: draft.markSaved },
          )
        }
      />
    </ConfigurationEditor>
  );
}

/** Side by side, or on a phone a month at a time. */
function Months({ grid, year }: { grid: EditableGridState; year: number }) {
  const { formatMessage } = useIntl();
  const isPhone = useViewport() === 'phone';
  const name = formatMessage({ id: 'Budgets_Grid' }, { year: String(year) });
  const corner = formatMessage({ id: 'Budgets_Month' });
  if (isPhone)
    return <EditableGridForm grid={grid} labels={{ name, row: corner, nothingFound: formatMessage({ id: 'Form_Select_NothingFound' }) }} />;
  return (
    <div className={classes.grid}>
      <EditableGrid grid={grid} labels={{ name, corner, keys: formatMessage({ id: 'Budgets_Keys' }) }} />
    </div>
  );
}

const TOTALS = ['energy', 'p75', 'p90'] as const;

function YearTotals({ items, year }: { items: ItemDraft<BudgetMonth, StoredBudgets>['items']; year: number }) {
  const { formatMessage, locale } = useIntl();
  const facts = TOTALS.map((field) => ({ field, ...sumOf(items, year, field) })).filter(
    ({ field, months }) => months > 0 || field === 'energy',
  );
  return (
    <Facts
      layout="grid"
      isNumeric
      facts={facts.map(({ field, sum, months }) => ({
        id: field,
        label: formatMessage({ id: `Budgets_Total_${field}` }),
        value: months === 0 ? undefined : decimalText(sum, { digits: 1, locale }),
        unit: 'MWh',
        reason: formatMessage({ id: 'Budgets_Total_None' }),
        detail: months > 0 && months < 12 ? formatMessage({ id: 'Budgets_Total_Months' }, { months }) : undefined,
      }))}
    />
  );
}
