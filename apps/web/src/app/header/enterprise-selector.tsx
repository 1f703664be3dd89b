import { Button, Popover } from '@mantine/core';
import type { EnterpriseId } from '@solvane/contract/ids';
import { IconBuildingFactory2, IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { SearchField } from '../../shared/fields/search-field.tsx';
import { fold } from '../../shared/text/fold.ts';
import { useFleet, useSelectEnterprises } from '../../workspace/fleet/use-fleet.ts';
import classes from './enterprise-selector.module.css';

/** Whose sites are in view. The choice is stored when the list closes, as one. */
export function EnterpriseSelector() {
  const { formatMessage } = useIntl();
  const { enterprises, selectedIds } = useFleet();
  const select = useSelectEnterprises();
  const [draft, setDraft] = useState<readonly EnterpriseId[] | null>(null);
  const [first, ...others] = enterprises.filter(({ id }) => selectedIds.includes(id));
  const isAll = enterprises.length > 1 && selectedIds.length === enterprises.length;
  const label = isAll
    ? formatMessage({ id: 'Enterprises_All' })
    : others.length === 0
      ? (first?.name ?? '')
      : formatMessage({ id: 'Enterprises_Several' }, { name: first?.name ?? '', count: others.length });
  if (!first) return null;
  if (enterprises.length === 1) {
    return (
      <span className={classes.only}>
        <IconBuildingFactory2 size={18} />
        {label}
      </span>
    );
  }
  const close = (): void => {
    if (draft && draft.length > 0 && draft.join() !== selectedIds.join()) select.mutate([...draft]);
    setDraft(null);
  };
  return (
    <Popover
      opened={draft !== null}
      onChange={(isOpen) => !isOpen && close()}
      position="bottom-start"
      trapFocus
      returnFocus
      withRoles={false}
    >
      <Popover.Target>
        <Button
          variant="default"
          className={classes.target ?? ''}
          leftSection={<IconBuildingFactory2 />}
          rightSection={<IconChevronDown />}
          aria-haspopup="dialog"
          aria-expanded={draft !== null}
          aria-label={formatMessage({ id: 'Enterprises_Label' }, { selected: label })}
          onClick={() => (draft === null ? setDraft(selectedIds) : close())}
        >
          <span className={classes.label}>{label}</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={0} role="dialog" aria-label={formatMessage({ id: 'Enterprises_Choose' })}>
        {draft && <EnterpriseList enterprises={enterprises} draft={draft} onChange={setDraft} />}
      </Popover.Dropdown>
    </Popover>
  );
}

interface EnterpriseListProps {
  enterprises: readonly { id: EnterpriseId; name: string }[];
  draft: readonly EnterpriseId[];
  onChange: (draft: readonly EnterpriseId[]) => void;
}

function EnterpriseList({ enterprises, draft, onChange }: EnterpriseListProps) {
  const { formatMessage } = useIntl();
  const [search, setSearch] = useState('');
  const shown = enterprises.filter(({ name }) => fold(name).includes(fold(search)));
  const isAll = draft.length === enterprises.length;
  const toggle = (id: EnterpriseId): void => onChange(draft.includes(id) ? draft.filter((other) => other !== id) : [...draft, id]);
  return (
    <div className={classes.panel}>
      <div className={classes.search}>
        <SearchField value={search} onChange={setSearch} placeholder={formatMessage({ id: 'Enterprises_Search' })} />
      </div>
      <ul className={classes.list}>
        {search === '' && (
          <Entry
            name={formatMessage({ id: 'Enterprises_All' })}
            isChecked={isAll}
            isMixed={!isAll && draft.length > 0}
            onToggle={() => onChange(isAll ? [] : enterprises.map(({ id }) => id))}
          />
        )}
        {shown.map(({ id, name }) => (
          <Entry key={id} name={name} isChecked={draft.includes(id)} onToggle={() => toggle(id)} />
        ))}
      </ul>
      {draft.length === 0 && <p className={classes.hint}>{formatMessage({ id: 'Enterprises_None' })}</p>}
    </div>
  );
}

function Entry({
  name,
  isChecked,
  isMixed = false,
  onToggle,
}: {
  name: string;
  isChecked: boolean;
  isMixed?: boolean;
  onToggle: () => void;
}) {
  return (
    <li>
      <label className={classes.entry}>
        <input
          type="checkbox"
          checked={isChecked}
          ref={(input) => {
            if (input) input.indeterminate = isMixed;
          }}
          onChange={onToggle}
        />
        <span>{name}</span>
      </label>
    </li>
  );
}
