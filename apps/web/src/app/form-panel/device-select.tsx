import { Checkbox, Input, Popover } from '@mantine/core';
import { PANES } from '@solvane/contract/limits';
import { useFixedRows } from '@solvane/ui/fixed-rows';
import { IconChevronDown, IconChevronRight, IconSelector } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import { SearchField } from '../../shared/fields/search-field.tsx';
import { EnergyTypeIcon } from '../../shared/fleet/energy-type-icon.tsx';
import { useTypeLabel } from '../../shared/fleet/use-type-label.ts';
import type { DeviceSelectProps } from '../../shared/form-definition/form-item.tsx';
import { findNode, treeLoader, useTrees } from '../../workspace/fleet/trees.ts';
import { useFleet } from '../../workspace/fleet/use-fleet.ts';
import { type DeviceChoice, toDeviceChoices } from './device-choices.ts';
import classes from './device-select.module.css';

const ROW_HEIGHT = 28;

/** Chooses sites or devices in a list that drops down; what the form does not take is shown and cannot be checked. */
export function DeviceSelect({ id, label, description, withAsterisk, error, field, value, onChange, onBlur }: DeviceSelectProps) {
  const { formatMessage } = useIntl();
  const [isOpen, setOpen] = useState(false);
  const { allSites } = useFleet();
  const state = useTrees();
  const [firstId, ...others] = value;
  const firstName = allSites.find(({ siteId, siteSegmentId }) => siteId === firstId || siteSegmentId === firstId)?.name;
  const name = firstName ?? (firstId === undefined ? '' : (findNode(state, firstId)?.node.name ?? firstId));
  const placeholder = formatMessage({ id: field.selects === 'sites' ? 'Form_DeviceSelect_ChooseSites' : 'Form_DeviceSelect_Choose' });
  const close = (): void => {
    setOpen(false);
    onBlur();
  };
  return (
    <Input.Wrapper id={id} label={label} description={description} withAsterisk={withAsterisk} error={error}>
      <Popover
        opened={isOpen}
        onChange={(open) => !open && close()}
        position="bottom-start"
        width={field.selects === 'sites' ? PANES.siteSelectWidth : 'target'}
        trapFocus
        returnFocus
        withRoles={false}
      >
        <Popover.Target>
          <button
            type="button"
            id={id}
            className={classes.target}
            data-empty={value.length === 0 || undefined}
            data-error={(error !== undefined && error !== null && error !== '') || undefined}
            // Its name is the field's and what is chosen.
            aria-labelledby={`${id}-label ${id}-value`}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            onClick={() => (isOpen ? close() : setOpen(true))}
          >
            <span id={`${id}-value`}>
              {value.length === 0
                ? placeholder
                : others.length === 0
                  ? name
                  : formatMessage({ id: 'Form_DeviceSelect_More' }, { name, count: others.length })}
            </span>
            <IconSelector size={16} aria-hidden="true" />
          </button>
        </Popover.Target>
        <Popover.Dropdown p={0} role="dialog" aria-label={placeholder}>
          {isOpen && <ChoiceList field={field} value={value} onChange={onChange} />}
        </Popover.Dropdown>
      </Popover>
    </Input.Wrapper>
  );
}

function ChoiceList({ field, value, onChange }: Pick<DeviceSelectProps, 'field' | 'value' | 'onChange'>) {
  const { formatMessage } = useIntl();
  const typeLabel = useTypeLabel();
  const { sites } = useFleet();
  const { trees } = useTrees();
  const [search, setSearch] = useState('');
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const chosen = useMemo(() => new Set(value), [value]);
  const rows = useMemo(
    () => toDeviceChoices({ sites, trees, field, search, open, typeLabel }),
    [sites, trees, field, search, open, typeLabel],
  );
  const { scrollRef, first, end, totalHeight, offset } = useFixedRows({ count: rows.length, rowHeight: ROW_HEIGHT });
  // The loader of trees lies outside of React: devices are found by name once their trees are there.
  useEffect(() => {
    if (field.selects === 'sites') return;
    treeLoader.setSites(new Map(sites.map(({ siteId, treeVersion }) => [siteId, treeVersion])));
    treeLoader.want(
      'search',
      sites.map(({ siteId }) => siteId),
    );
  }, [field, sites]);

  const checkable = rows.filter(({ isCheckable }) => isCheckable);
  const toggle = ({ id }: DeviceChoice): void => {
    if (!field.isMultiple) onChange(chosen.has(id) ? [] : [id]);
    else onChange(chosen.has(id) ? value.filter((other) => other !== id) : [...value, id]);
  };
  const fold = (key: string): void =>
    setOpen((before) => {
      const after = new Set(before);
      if (!after.delete(key)) after.add(key);
      return after;
    });
  return (
    <div className={classes.list}>
      <div className={classes.search}>
        <SearchField value={search} onChange={setSearch} placeholder={formatMessage({ id: 'Form_DeviceSelect_Search' })} />
      </div>
      {rows.length === 0 && <p className={classes.none}>{formatMessage({ id: '_No_Devices_Available' })}</p>}
      <div ref={scrollRef} className={classes.scroll} style={{ maxBlockSize: PANES.deviceDropdownHeight }}>
        <div style={{ blockSize: totalHeight }}>
          <div style={{ transform: `translateY(${offset}px)` }}>
            {rows.slice(first, end).map((row) => (
              <div key={row.id} className={classes.row} style={{ paddingInlineStart: 12 + 18 * row.level }}>
                {row.canOpen && (
                  <button
                    type="button"
                    className={classes.chevron}
                    aria-label={row.name}
                    aria-expanded={row.isOpen}
                    onClick={() => fold(row.id)}
                  >
                    {row.isOpen ? <IconChevronDown size={14} /> : <IconChevronRight size={14} />}
                  </button>
                )}
                <Checkbox
                  size="xs"
                  radius={field.isMultiple ? 'sm' : 'xl'}
                  checked={chosen.has(row.id)}
                  disabled={!row.isCheckable}
                  onChange={() => toggle(row)}
                  label={
                    <span className={classes.name}>
                      {row.level === 0 && <EnergyTypeIcon energyType={row.energyType} />}
                      {row.name}
                      {row.level > 0 && <small>{row.type}</small>}
                    </span>
                  }
                />
              </div>
            ))}
          </div>
        </div>
      </div>
      {field.isMultiple && (
        <div className={classes.foot}>
          <button type="button" className={classes.link} onClick={() => onChange(checkable.map(({ id }) => id))}>
            {formatMessage({ id: 'Form_DeviceSelect_All' }, { count: checkable.length })}
          </button>
          <button type="button" className={classes.link} disabled={value.length === 0} onClick={() => onChange([])}>
            {formatMessage({ id: 'Form_DeviceSelect_Clear' })}
          </button>
        </div>
      )}
    </div>
  );
}
