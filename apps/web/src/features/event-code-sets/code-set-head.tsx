import { ActionIcon, Menu } from '@mantine/core';
import type { CodeSet } from '@solvane/contract/event-codes';
import { IconDots, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { Segments } from '../../shared/controls/segments.tsx';
import { SelectField } from '../../shared/fields/select-field.tsx';
import { useFleet } from '../../workspace/fleet/use-fleet.ts';
import { CodeSetDialog } from './code-dialogs.tsx';
import { type CodePlace, sitesFor } from './code-set-place.ts';
import { type CodeSetSearch, LEVELS } from './code-set-search.ts';

interface CodeSetHeadProps {
  sets: readonly CodeSet[];
  place: CodePlace;
  search: CodeSetSearch;
  onSearch: (search: CodeSetSearch) => void;
  /** undefined: not loaded yet */
  onRemove: (() => void) | undefined;
}

/** The set that is shown, its actions, and the level that is shown and changed: the set itself, an enterprise, or one site. */
export function CodeSetHead({ sets, place: { set, level, enterpriseId, siteId }, search, onSearch, onRemove }: CodeSetHeadProps) {
  const { formatMessage } = useIntl();
  const { enterprises, allSites } = useFleet();
  const [edited, setEdited] = useState<'new' | 'this' | null>(null);
  const usable = enterprises.filter(({ id }) => set.enterpriseId === null || id === set.enterpriseId);
  const ownerOf = ({ enterpriseId: owner }: CodeSet): string =>
    owner === null ? formatMessage({ id: 'EventCodeSet_Shared' }) : (enterprises.find(({ id }) => id === owner)?.name ?? owner);
  const detailOf = (each: CodeSet): string =>
    [
      each.manufacturer,
      each.models.length === 0 ? formatMessage({ id: 'EventCodeSet_AllModels' }) : each.models.join(', '),
      formatMessage({ id: 'EventCodeSet_CodeCount' }, { count: each.codeCount }),
      ownerOf(each),
    ].join(' · ');
  const open = (change: CodeSetSearch): void => onSearch({ tab: search.tab, set: set.id, ...change });
  return (
    <>
      <SelectField
        isLabelHidden
        isSearchable
        label={formatMessage({ id: 'EventCodeSet_Set' })}
        options={sets.map((each) => ({ value: each.id, label: each.name, detail: detailOf(each) }))}
        value={set.id}
        onChange={(id) => id !== null && onSearch({ ...search, set: id })}
      />
      <Menu position="bottom-start">
        <Menu.Target>
          <ActionIcon variant="default" aria-label={formatMessage({ id: 'EventCodeSet_Menu' })}>
            <IconDots />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPlus size={16} />} onClick={() => setEdited('new')}>
            {formatMessage({ id: 'EventCodeSet_New' })}
          </Menu.Item>
          <Menu.Item leftSection={<IconPencil size={16} />} disabled={!set.can.edit} onClick={() => setEdited('this')}>
            {formatMessage({ id: 'EventCodeSet_Edit' })}
          </Menu.Item>
          <Menu.Item leftSection={<IconTrash size={16} />} disabled={!set.can.edit || !onRemove} onClick={onRemove}>
            {formatMessage({ id: 'EventCodeSet_Delete' })}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Segments
        label={formatMessage({ id: 'EventCodeSet_Level' })}
        value={level}
        options={LEVELS.map((value) => ({ value, label: formatMessage({ id: `EventCodeSet_Level_${value}` }) }))}
        onChange={(next) => open({ level: next })}
      />
      {level === 'enterprise' && usable.length > 1 && (
        <SelectField
          isLabelHidden
          label={formatMessage({ id: 'EventCodeSet_Enterprise' })}
          options={usable.map(({ id, name }) => ({ value: id as string, label: name }))}
          value={enterpriseId}
          onChange={(id) => id !== null && open({ level, enterprise: id })}
        />
      )}
      {level === 'site' && (
        <SelectField
          isLabelHidden
          label={formatMessage({ id: 'EventCodeSet_Site' })}
          placeholder={formatMessage({ id: 'EventCodeSet_Site_Choose' })}
          options={sitesFor(set, allSites).map((site) => ({ value: site.siteId as string, label: site.name }))}
          value={siteId}
          onChange={(id) => id !== null && open({ level, site: id })}
        />
      )}
      {edited && (
        <CodeSetDialog
          set={edited === 'this' ? set : undefined}
          onClose={() => setEdited(null)}
          onSaved={(id) => onSearch({ ...search, set: id })}
        />
      )}
    </>
  );
}
