import type { EnergyType } from '@solvane/contract/fleet';
import { type CellPlace, type EditableGridState, type GridColumn, useEditableGrid } from '@solvane/ui/use-editable-grid';
import { useIntl } from 'react-intl';
import type { ItemDraft } from '../../shared/configuration/item-draft.ts';
import { parseNumberText } from '../../shared/text/parse-number.ts';
import { showNotice } from '../../workspace/notices.ts';
import {
  type BudgetField,
  type BudgetMonth,
  type Cell,
  capacityFactor,
  emptyMonth,
  energyOf,
  FIELD_RULES,
  fieldsOf,
  hoursOf,
  monthId,
  problemOf,
  type StoredBudgets,
  withCell,
} from './budget-draft.ts';
import { cellText, digitsOf, exactText, monthName } from './use-budget-texts.ts';

interface BudgetGridOptions {
  draft: ItemDraft<BudgetMonth, StoredBudgets>;
  year: number;
  zone: string;
  energyType: EnergyType;
  /** [kW] null: not known, or the site has no capacity factor */
  capacityKw: number | null;
  canEdit: boolean;
}

type Column = BudgetField | 'capacityFactor';

const FACTOR_DIGITS = 1;

/** Months of a year down, what is budgeted across. The capacity factor is the energy in other terms: whichever is written sets both. */
export function useBudgetGrid({ draft, year, zone, energyType, capacityKw, canEdit }: BudgetGridOptions): EditableGridState {
  const intl = useIntl();
  const { formatMessage, locale } = intl;
  const fields: Column[] = fieldsOf(energyType).flatMap((field): Column[] =>
    field === 'p90' && capacityKw !== null ? [field, 'capacityFactor'] : [field],
  );
  const months = Array.from({ length: 12 }, (_, i) => ({ year, month: i + 1 }));
  const items = new Map(draft.items.map((item) => [item.id, item]));
  const before = new Map(draft.versions.base.map((item) => [item.id, item]));
  const at = ({ row, column }: CellPlace) => {
    const [month, field] = [months[row], fields[column]];
    if (!month || !field) return undefined;
    const item = items.get(monthId(year, month.month)) ?? emptyMonth(year, month.month);
    return { month, field, item };
  };
  const cellAt = (item: BudgetMonth, field: Column): Cell =>
    field === 'capacityFactor' ? capacityFactor(item.energy, capacityKw, hoursOf(item, zone)) : item[field];
  const stated = months.map(({ month }) => items.get(monthId(year, month)));
  const digits = new Map(
    fields.map((field) => [field, field === 'capacityFactor' ? FACTOR_DIGITS : digitsOf(stated.map((item) => item?.[field] ?? null))]),
  );
  return useEditableGrid({
    rows: months.map((month) => ({ key: monthId(year, month.month), title: monthName(month, intl) })),
    columns: fields.map(
      (field): GridColumn => ({
        key: field,
        label: formatMessage({ id: `Budgets_Field_${field}` }),
        unit: field === 'capacityFactor' ? '%' : FIELD_RULES[field].unit,
        isNumber: true,
      }),
    ),
    canEdit,
    textOf: (place) => {
      const found = at(place);
      if (!found) return '';
      const value = cellAt(found.item, found.field);
      return exactText(found.field === 'capacityFactor' && typeof value === 'number' ? Number(value.toFixed(4)) : value, intl);
    },
    cellOf: (place) => {
      const found = at(place);
      if (!found) return { isTaken: false, text: '' };
      const { item, field } = found;
      const stored = field === 'capacityFactor' ? 'energy' : field;
      const problem = field === 'capacityFactor' ? undefined : problemOf(item, field);
      const { unit, min, max } = FIELD_RULES[stored];
      const value = cellAt(item, field);
      return {
        isTaken: true,
        isChanged: field !== 'capacityFactor' && (before.get(item.id)?.[field] ?? null) !== item[field],
        problem: problem && formatMessage({ id: `Budgets_Problem_${problem}` }, { unit, min, max }),
        text: cellText(value, { locale, digits: digits.get(field) ?? 0 }),
      };
    },
    onWrite: (written, outside) => {
      draft.change((current) =>
        written.reduce<readonly BudgetMonth[]>((list, { text, ...place }) => {
          const found = at(place);
          if (!found) return list;
          const number = parseNumberText(text, locale);
          const cell = number === undefined ? text.trim() : number;
          const { month, field } = found;
          if (field !== 'capacityFactor') return withCell(list, month, { [field]: cell });
          const isFactor = typeof cell === 'number' && capacityKw !== null;
          return withCell(list, month, { energy: isFactor ? energyOf(cell, capacityKw, hoursOf(month, zone)) : cell });
        }, current),
      );
      if (outside > 0) showNotice({ id: 'budget-left-out', kind: 'info', title: 'Budgets_LeftOut', values: { count: outside } });
    },
  });
}
