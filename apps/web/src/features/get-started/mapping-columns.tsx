import { NativeSelect, NumberInput } from '@mantine/core';
import type { MappingDoubt, UploadedData } from '@solvane/contract/data-import';
import type { SegmentNode, Site } from '@solvane/contract/fleet';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
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
  const devices = [
    { value: '', label: formatMessage({ id: 'GetStarted_Device_Choose' }) },
    ...sites.map(({ siteId, name }) => ({
      group: name,
      items: flattenTree(trees[siteId]?.tree ?? null).map((node) => ({
        value: node.id,
        label: `${node.isSite ? '' : '\u2003'}${node.name}`,
      })),
    })),
  ];
  const { device } = draft;
  const names = device && 'column' in device ? Object.keys(device.segments) : [undefined];
  const measured = file.measured.filter(({ column }) => column !== draft.time.column && column !== draft.time.clock);
  return (
    <>
      <fieldset className={classes.fields}>
        <legend>{formatMessage({ id: 'GetStarted_Devices' })}</legend>
        <Doubts doubts={doubtsAt(doubts, ['device']).filter(({ what }) => what !== 'device')} />
        {device &&
          names.map((name) => (
            <NativeSelect
              key={name ?? ''}
              label={name ?? formatMessage({ id: 'GetStarted_Device' })}
              data={devices}
              value={'column' in device ? (device.segments[name ?? ''] ?? '') : device.segmentId}
              onChange={({ currentTarget }) => onChange(setDevice(draft, currentTarget.value, name), ['device'])}
            />
          ))}
        {draft.signals
          .filter(({ segmentId }) => !device || segmentId !== undefined)
          .map(({ column, segmentId }) => (
            <NativeSelect
              key={column}
              label={formatMessage({ id: 'GetStarted_Device_OfColumn' }, { column })}
              data={devices}
              value={segmentId ?? ''}
              onChange={({ currentTarget }) =>
                onChange(setColumnDevice(draft, column, currentTarget.value), [...placeOf(file, column), 'segmentId'])
              }
            />
          ))}
      </fieldset>
      <div className={classes.scroll}>
        <table className={classes.columns}>
          <caption>{formatMessage({ id: 'GetStarted_Columns' })}</caption>
          <thead>
            <tr>
              <th scope="col">{formatMessage({ id: 'GetStarted_Column' })}</th>
              <th scope="col">{formatMessage({ id: 'GetStarted_Column_Sample' })}</th>
              <th scope="col">{formatMessage({ id: 'GetStarted_Column_Signal' })}</th>
              <th scope="col">{formatMessage({ id: 'GetStarted_Column_Unit' })}</th>
              <th scope="col">{formatMessage({ id: 'GetStarted_Column_Factor' })}</th>
              <th scope="col">{formatMessage({ id: 'GetStarted_Column_Doubt' })}</th>
            </tr>
          </thead>
          <tbody>
            {measured.map(({ column, sample }) => (
              <ColumnRow key={column} column={column} sample={sample} {...part} />
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function ColumnRow({ column, sample, file, draft, doubts, onChange }: MappingPartProps & { column: string; sample: string }) {
  const { formatMessage } = useIntl();
  const choices = useSignalChoices();
  const mapped = draft.signals.find((signal) => signal.column === column);
  const answered = [...placeOf(file, column), 'signal'];
  return (
    <tr data-left-out={!mapped || undefined}>
      <th scope="row">{column}</th>
      <td className={classes.sample}>{sample || '—'}</td>
      <td>
        <NativeSelect
          aria-label={formatMessage({ id: 'GetStarted_Column_SignalOf' }, { column })}
          data={[{ value: '', label: formatMessage({ id: 'GetStarted_Column_LeftOut' }) }, ...choices]}
          value={mapped?.signal ?? ''}
          onChange={({ currentTarget }) => onChange(setSignal(draft, column, currentTarget.value || null), answered)}
        />
      </td>
      <td>
        {mapped && (
          <NativeSelect
            aria-label={formatMessage({ id: 'GetStarted_Column_UnitOf' }, { column })}
            data={unitsFor(mapped.signal).map((unit) => ({ value: unit, label: unit || '1' }))}
            value={mapped.unit ?? ''}
            onChange={({ currentTarget }) => onChange(setUnit(draft, column, currentTarget.value), answered)}
          />
        )}
      </td>
      <td>
        {mapped && (
          <FactorInput
            column={column}
            factor={mapped.factor}
            onChange={(factor) => onChange(setFactor(draft, column, factor), [...placeOf(file, column), 'factor'])}
          />
        )}
      </td>
      <td>
        <Doubts doubts={doubtsAt(doubts, placeOf(file, column))} />
      </td>
    </tr>
  );
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
