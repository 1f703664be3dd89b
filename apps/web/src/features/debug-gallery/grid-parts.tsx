import { EditableGrid } from '@solvane/ui/editable-grid';
import { EditableGridForm } from '@solvane/ui/editable-grid-form';
import { type CellPlace, type GridColumn, type GridRow, useEditableGrid } from '@solvane/ui/use-editable-grid';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import classes from './gallery.module.css';
import { Part } from './part.tsx';

const ROWS: GridRow[] = Array.from({ length: 60 }, (_, index) => ({
  key: `inv-${index + 1}`,
  title: `INV-${String(index + 1).padStart(2, '0')}`,
  subtitle: 'Inverter',
  hint: `Guadal / INV-${index + 1}`,
}));
const COLUMNS: GridColumn[] = [
  { key: 'rating', label: 'AC rating', unit: 'kW', isNumber: true },
  { key: 'model', label: 'Model' },
  { key: 'control', label: 'Power control', choices: ['Fixed', 'Dynamic'].map((value) => ({ value, label: value })) },
];

export function GridParts() {
  const { formatMessage } = useIntl();
  const [written, setWritten] = useState<Readonly<Record<string, string>>>({ '1 0': '1950', '2 0': 'many' });
  const storedOf = ({ row, column }: CellPlace): string => ['2000', 'LX-2000', row % 2 === 0 ? 'Fixed' : 'Dynamic'][column] ?? '';
  const textOf = (place: CellPlace): string => written[`${place.row} ${place.column}`] ?? storedOf(place);
  const grid = useEditableGrid({
    rows: ROWS,
    columns: COLUMNS,
    canEdit: true,
    textOf,
    cellOf: (place) => {
      const text = textOf(place);
      const isWrong = place.column === 0 && !/^\d*$/.test(text);
      return {
        text,
        isTaken: place.row !== 3 || place.column !== 1,
        isRequired: place.column === 0,
        isChanged: text !== storedOf(place),
        problem: isWrong ? formatMessage({ id: 'Attribute_Problem_kind' }, { attribute: 'AC rating', value: text }) : undefined,
      };
    },
    onWrite: (cells) =>
      setWritten((before) => ({ ...before, ...Object.fromEntries(cells.map(({ row, column, text }) => [`${row} ${column}`, text])) })),
  });
  const name = formatMessage({ id: 'Route_metadata' });
  const device = formatMessage({ id: 'Metadata_Device' });
  return (
    <>
      <Part name="EditableGrid" isWide>
        <div className={classes.chart}>
          <EditableGrid grid={grid} labels={{ name, keys: formatMessage({ id: 'Metadata_Keys' }), corner: device }} />
        </div>
      </Part>
      <Part name="EditableGridForm">
        <EditableGridForm grid={grid} labels={{ name, row: device, nothingFound: formatMessage({ id: 'Form_Select_NothingFound' }) }} />
      </Part>
    </>
  );
}
