import { NumberInput } from '@mantine/core';
import type { MappingDoubt, UploadedData } from '@solvane/contract/data-import';
import type { SegmentNode, Site } from '@solvane/contract/fleet';
import type { DataColumn } from '@solvane/ui/data-table-props';
import { NativeSelectField } from '@solvane/ui/select-field';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { SelectField } from '../../shared/fields/select-field.tsx';
import { ScreenTable } from '../../shared/table/screen-table.tsx';
import classes from './get-started.module.css';
import { flattenTree } from './get-started.queries.ts';
import { doubtsAt, setColumnDevice, setDevice, setFactor, setSignal, setUnit, unitsFor } from './mapping-draft.ts';
import type { MappingPartProps } from './mapping-part.ts';
import { useSignalChoices } from './use-signal-choices.ts';

interface MappingColumnsProps extends MappingPartProps {
  sites: readonly Site[];
  trees: Partial<Record<string, { tree: SegmentNode | null }>>;
}

/** Whose data the file holds, and what each of its columns measures. */
export function MappingColumns({ sites, trees, ...part }: MappingColumnsProps) {
  const { formatMessage } = useIntl();
  const { file, draft, doubts, onChange } = part;
  const devices = sites.flatMap(({ siteId, name }) =>
    flattenTree(trees[siteId]?.tree ?? null).map((node) => ({ value: String(node.id), label: node.name, group: name })),
  );
  const choose = formatMessage({ id: 'GetStarted_Device_Choose' });
  const { device } = draft;
  const names = device && 'column' in device ? Object.keys(device.segments) : [undefined];
  const measured = file.measured.filter(({ column }) => column !== draft.time.column && column !== draft.time.clock);
  const columns = useMappingColumns(part);
  return (
    <>
      <fieldset className={classes.fields}>
        <legend>{formatMessage({ id: 'GetStarted_Devices' })}</legend>
        <Doubts doubts={doubtsAt(doubts, ['device']).filter(({ what }) => what !== 'device')} />
        {device &&
          names.map((name) => (
            <SelectField
              key={name ?? ''}
              label={name ?? formatMessage({ id: 'GetStarted_Device' })}
              isSearchable
              placeholder={choose}
              options={devices}
              value={('column' in device ? device.segments[name ?? ''] : device.segmentId) || null}
              onChange={(segmentId) => onChange(setDevice(draft, segmentId ?? '', name), ['device'])}
            />
          ))}
        {draft.signals
          .filter(({ segmentId }) => !device || segmentId !== undefined)
          .map(({ column, segmentId }) => (
            <SelectField
              key={column}
              label={formatMessage({ id: 'GetStarted_Device_OfColumn' }, { column })}
              isSearchable
              placeholder={choose}
              options={devices}
              value={segmentId || null}
              onChange={(chosen) => onChange(setColumnDevice(draft, column, chosen ?? ''), [...placeOf(file, column), 'segmentId'])}
            />
          ))}
      </fieldset>
      <h3 className={classes.columnsTitle}>{formatMessage({ id: 'GetStarted_Columns' })}</h3>
      <ScreenTable
        label={formatMessage({ id: 'GetStarted_Columns' })}
        isBare
        rows={measured}
        columns={columns}
        getRowId={({ column }) => column}
        toneOf={({ column }) => (draft.signals.some((signal) => signal.column === column) ? undefined : 'muted')}
      />
    </>
  );
}

type MeasuredColumn = UploadedData['measured'][number];

function useMappingColumns({ file, draft, doubts, onChange }: MappingPartProps): DataColumn<MeasuredColumn>[] {
  const { formatMessage } = useIntl();
  const choices = useSignalChoices();
  const mappedOf = (column: string) => draft.signals.find((signal) => signal.column === column);
  return [
    {
      id: 'column',
      header: formatMessage({ id: 'GetStarted_Column' }),
      cell: ({ column }) => column,
      isRowHeader: true,
      width: 160,
      wraps: true,
      card: 'title',
    },
    { id: 'sample', header: formatMessage({ id: 'GetStarted_Column_Sample' }), cell: ({ sample }) => sample || '—', card: 'value' },
    {
      id: 'signal',
      header: formatMessage({ id: 'GetStarted_Column_Signal' }),
      width: 240,
      canGrow: true,
      card: 'line',
      cell: ({ column }) => (
        <NativeSelectField
          label={formatMessage({ id: 'GetStarted_Column_SignalOf' }, { column })}
          options={[{ value: '', label: formatMessage({ id: 'GetStarted_Column_LeftOut' }) }, ...choices]}
          value={mappedOf(column)?.signal ?? ''}
          onChange={(signal) => onChange(setSignal(draft, column, signal || null), [...placeOf(file, column), 'signal'])}
        />
      ),
    },
    {
      id: 'unit',
      header: formatMessage({ id: 'GetStarted_Column_Unit' }),
      card: 'line',
      cell: ({ column }) => {
        const mapped = mappedOf(column);
        if (!mapped) return null;
        return (
          <NativeSelectField
            label={formatMessage({ id: 'GetStarted_Column_UnitOf' }, { column })}
            options={unitsFor(mapped.signal).map((unit) => ({ value: unit, label: unit || '1' }))}
            value={mapped.unit ?? ''}
            onChange={(unit) => onChange(setUnit(draft, column, unit), [...placeOf(file, column), 'signal'])}
          />
        );
      },
    },
    {
      id: 'factor',
      header: formatMessage({ id: 'GetStarted_Column_Factor' }),
      width: 96,
      card: 'line',
      cell: ({ column }) => {
        const mapped = mappedOf(column);
        if (!mapped) return null;
        return (
          <FactorInput
            column={column}
            factor={mapped.factor}
            onChange={(factor) => onChange(setFactor(draft, column, factor), [...placeOf(file, column), 'factor'])}
          />
        );
      },
    },
    {
      id: 'doubt',
      header: formatMessage({ id: 'GetStarted_Column_Doubt' }),
      width: 200,
      wraps: true,
      card: 'line',
      cell: ({ column }) => <Doubts doubts={doubtsAt(doubts, placeOf(file, column))} />,
    },
  ];
}

interface FactorInputProps {
  column: string;
  factor: number | undefined;
  onChange: (factor: number | undefined) => void;
}

/** A number that is not whole yet, as a minus, is kept as it was typed. */
function FactorInput({ column, factor, onChange }: FactorInputProps) {
  const { formatMessage, formatNumberToParts } = useIntl();
  const [typed, setTyped] = useState<string | number>(factor ?? '');
  return (
    <NumberInput
      className={classes.factor ?? ''}
      aria-label={formatMessage({ id: 'GetStarted_Column_FactorOf' }, { column })}
      placeholder="1"
      hideControls
      decimalSeparator={formatNumberToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.'}
      value={typed}
      onChange={(value) => {
        setTyped(value);
        if (typeof value === 'number' || value === '') onChange(value === '' ? undefined : value);
      }}
    />
  );
}

function Doubts({ doubts }: { doubts: readonly MappingDoubt[] }) {
  const { formatMessage } = useIntl();
  return doubts.map(({ what, values }) => (
    <span key={what} className={classes.doubt}>
      <IconAlertTriangle size={16} aria-hidden="true" />
      {formatMessage({ id: `GetStarted_Doubt_${what}` }, values)}
    </span>
  ));
}

/** Doubts name a signal by its place in the guess; a column that was not guessed has none. */
function placeOf({ mapping }: UploadedData, column: string): (string | number)[] {
  return ['signals', mapping.signals.findIndex((signal) => signal.column === column)];
}
