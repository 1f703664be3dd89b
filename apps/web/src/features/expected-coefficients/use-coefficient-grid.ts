import { type CellPlace, type EditableGridState, useEditableGrid } from '@solvane/ui/use-editable-grid';
import { useIntl } from 'react-intl';
import type { ItemDraft } from '../../shared/configuration/item-draft.ts';
import { parseNumberText } from '../../shared/text/parse-number.ts';
import {
  boundsOf,
  COEFFICIENT_FIELDS,
  type CoefficientField,
  type DeviceTable,
  isStated,
  problemOf,
  type StoredCoefficients,
  type TableDevice,
} from './coefficient-draft.ts';
import { cellText, fieldLabel } from './use-coefficient-texts.ts';

interface CoefficientGridOptions {
  draft: ItemDraft<DeviceTable, StoredCoefficients>;
  devices: readonly TableDevice[];
  day: string;
  canEdit: boolean;
}

const UNITS: Partial<Record<CoefficientField, string>> = { degradation: '%/a', minIrradiance: 'W/m\u00b2', acLimit: 'kW' };

/** Devices down, their coefficients by month across. */
export function useCoefficientGrid({ draft, devices, day, canEdit }: CoefficientGridOptions): EditableGridState {
  const intl = useIntl();
  const { formatMessage, formatNumber, locale } = intl;
  const isAllWind = devices.every(({ isWind }, index) => index === 0 || isWind);
  const fields = COEFFICIENT_FIELDS.filter((field) => !isAllWind || field.startsWith('k'));
  const before = new Map(draft.versions.base.map((table) => [table.id, table]));
  const at = ({ row, column }: CellPlace) => {
    const [table, field] = [draft.items[row], fields[column]];
    return table && field ? { table, field } : undefined;
  };
  const sinceText = (table: DeviceTable): string => {
    if (!isStated(table)) return formatMessage({ id: 'Coefficients_Inherited' });
    return table.since === null ? '' : formatMessage({ id: 'Coefficients_Since' }, { day: table.since });
  };
  return useEditableGrid({
    rows: draft.items.map((table) => ({ key: table.id, title: table.name, subtitle: sinceText(table) })),
    columns: fields.map((field) => ({
      key: field,
      label: fieldLabel(field, intl),
      unit: UNITS[field],
      isNumber: true,
    })),
    canEdit,
    textOf: (place) => {
      const found = at(place);
      const value = found?.table[found.field];
      return typeof value === 'number' ? formatNumber(value, { maximumFractionDigits: 9, useGrouping: false }) : (value ?? '');
    },
    cellOf: (place) => {
      const found = at(place);
      if (!found) return { isTaken: false, text: '' };
      const { table, field } = found;
      const problem = problemOf(table, field, day);
      return {
        isTaken: true,
        isChanged: (before.get(table.id)?.[field] ?? null) !== table[field],
        problem: problem && formatMessage({ id: `Coefficients_Problem_${problem}` }, { ...boundsOf(field), since: table.since ?? '' }),
        text: cellText(table[field], locale),
      };
    },
    onWrite: (written) =>
      draft.change((items) =>
        written.reduce<readonly DeviceTable[]>((list, { text, ...place }) => {
          const found = at(place);
          if (!found) return list;
          const number = parseNumberText(text, locale);
          const cell = number === undefined ? text.trim() : number;
          return list.map((table) => (table.id === found.table.id ? { ...table, [found.field]: cell } : table));
        }, items),
      ),
  });
}
