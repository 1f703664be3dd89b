import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { SelectField } from '../../shared/fields/select-field.tsx';
import classes from './get-started.module.css';
import { setConditions } from './mapping-draft.ts';
import type { MappingPartProps } from './mapping-part.ts';

/** Which rows of the file count: all, or those with some texts in some columns. */
export function MappingRows({ file, draft, onChange }: MappingPartProps) {
  const { formatMessage } = useIntl();
  const conditions = Object.entries(draft.only ?? {});
  const used = conditions.map(([column]) => column);
  const unused = file.columns.filter((column) => !used.includes(column) && column !== draft.time.column);
  const [next] = unused;
  const change = (changed: readonly (readonly [column: string, texts: string[]])[]): void =>
    onChange(setConditions(draft, changed), ['only']);
  return (
    <fieldset className={classes.rows}>
      <legend>{formatMessage({ id: 'GetStarted_Only' })}</legend>
      {conditions.length === 0 && <p className={classes.note}>{formatMessage({ id: 'GetStarted_Only_All' })}</p>}
      {conditions.map(([column, texts], index) => (
        <div key={column} className={classes.condition}>
          <SelectField
            label={formatMessage({ id: 'GetStarted_Only_Column' })}
            options={[column, ...unused].map((value) => ({ value, label: value }))}
            value={column}
            onChange={(chosen) => chosen !== null && change(conditions.with(index, [chosen, texts]))}
          />
          <TextInput
            label={formatMessage({ id: 'GetStarted_Only_Values' })}
            value={texts.join(',')}
            onChange={({ currentTarget }) => change(conditions.with(index, [column, currentTarget.value.split(',')]))}
          />
          <ActionIcon
            aria-label={formatMessage({ id: 'GetStarted_Only_Remove' }, { column })}
            onClick={() => change(conditions.toSpliced(index, 1))}
          >
            <IconX />
          </ActionIcon>
        </div>
      ))}
      {next !== undefined && (
        <Button variant="default" size="xs" leftSection={<IconPlus size={15} />} onClick={() => change([...conditions, [next, ['']]])}>
          {formatMessage({ id: 'GetStarted_Only_Add' })}
        </Button>
      )}
    </fieldset>
  );
}
