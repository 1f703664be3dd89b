import { Menu } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { useIntl } from 'react-intl';
import classes from './contracts.module.css';
import { cellText } from './use-contract-texts.ts';

interface MatrixCellProps {
  label: string;
  /** A, U, X or a share. */
  value: string;
  /** What the standard sheet says, where it differs. */
  standard: string | undefined;
  isChanged: boolean;
  isReadOnly: boolean;
  /** Row and column, for the arrow keys. */
  position: string;
  onKeyDown: (event: KeyboardEvent) => void;
  onChange: (value: string) => void;
}

const HALF = '0.5';

/** One cell: the weight shows what costs availability. */
export function MatrixCell({ label, value, standard, isChanged, isReadOnly, position, onKeyDown, onChange }: MatrixCellProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const [isOpen, setOpen] = useState(false);
  const text = cellText(value, intl);
  const share = Number(value);
  const kind = value === 'A' || value === 'U' || value === 'X' ? value : 'partial';
  const title = standard === undefined ? undefined : formatMessage({ id: 'Contract_Cell_Standard' }, { value: cellText(standard, intl) });
  const content = (
    <>
      <span>{text}</span>
      {(isChanged || standard !== undefined) && (
        <i className={classes.dot} data-kind={isChanged ? 'changed' : 'standard'} aria-hidden="true" />
      )}
      {kind === 'partial' && <i className={classes.share} style={{ inlineSize: `${Math.round(share * 100)}%` }} aria-hidden="true" />}
    </>
  );
  if (isReadOnly)
    return (
      <span className={classes.cell} data-kind={kind} title={title}>
        {content}
      </span>
    );
  return (
    <Menu opened={isOpen} onChange={setOpen} position="bottom-start">
      <Menu.Target>
        <button
          type="button"
          className={classes.cell}
          data-kind={kind}
          data-position={position}
          aria-label={`${label}: ${text}`}
          title={title}
          onKeyDown={onKeyDown}
        >
          {content}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {(['A', 'U', 'X', HALF] as const).map((choice) => (
          <Menu.Item key={choice} onClick={() => onChange(choice === HALF && kind === 'partial' ? value : choice)}>
            {choice === HALF ? formatMessage({ id: 'Contract_Cell_Partial_Choice' }) : cellText(choice, intl)}
          </Menu.Item>
        ))}
        {kind === 'partial' && (
          <label className={classes.shareField}>
            {formatMessage({ id: 'Contract_Cell_Share' })}
            <input
              type="number"
              min={0}
              max={100}
              value={Math.round(share * 1000) / 10}
              onKeyDown={(event) => event.stopPropagation()}
              onChange={({ currentTarget }) => onChange(String(Math.min(100, Math.max(0, Number(currentTarget.value))) / 100))}
            />
          </label>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
