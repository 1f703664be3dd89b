import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core';
import { IconChevronDown, IconChevronLeft, IconHistory, IconRefresh, IconStar } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSelector } from '@tanstack/react-store';
import { useDeferredValue, useState } from 'react';
import { useIntl } from 'react-intl';
import { SearchField } from '../../shared/fields/search-field.tsx';
import { PaneHead } from '../../shared/panes/pane-head.tsx';
import { forgetSignalDefinitions, signalDefinitionsQuery } from '../../shared/signals/definitions.queries.ts';
import { useSelectedSegmentIds } from '../../workspace/device-selection.ts';
import { SIGNAL_GROUPINGS, signalsView } from '../../workspace/signals-view.ts';
import { PowerNote } from './power-note.tsx';
import { SignalListBody } from './signal-list-body.tsx';
import { SignalsFooter } from './signals-footer.tsx';
import classes from './signals-panel.module.css';
import { useSignalRows } from './use-signal-rows.ts';

const NONE: never[] = [];

/** What the selected devices measure. */
export function SignalsPanel({ calcTypes, onClose }: { calcTypes: readonly string[] | undefined; onClose: () => void }) {
  const { formatMessage } = useIntl();
  const queryClient = useQueryClient();
  const segmentIds = useSelectedSegmentIds();
  const definitions = useQuery(signalDefinitionsQuery(segmentIds));
  const { commonOnly, favorites, recent } = useSelector(signalsView);
  const [search, setSearch] = useState('');
  const [only, setOnly] = useState<'all' | 'favorites' | 'recent'>('all');
  const { signals, rows } = useSignalRows({
    definitions: segmentIds.length === 0 ? NONE : (definitions.data ?? NONE),
    deviceCount: segmentIds.length,
    calcTypes,
    search: useDeferredValue(search),
    only,
  });
  const refresh = async (): Promise<void> => {
    await forgetSignalDefinitions();
    await queryClient.invalidateQueries({ queryKey: ['signals'] });
  };
  const note = formatMessage({ id: commonOnly ? 'SignalsPanel_CommonTo' : 'SignalsPanel_AnyOf' }, { count: segmentIds.length });
  const toggle = (wanted: 'favorites' | 'recent') => () => setOnly(only === wanted ? 'all' : wanted);
  return (
    <div className={classes.panel}>
      <PaneHead
        title={formatMessage({ id: 'SignalsPanel_Title' })}
        {...(segmentIds.length > 0 && { note })}
        actions={
          <>
            <HeadButton
              label={formatMessage({ id: 'SignalsPanel_FavoritesOnly' })}
              isOn={only === 'favorites'}
              isDisabled={favorites.length === 0 && only !== 'favorites'}
              onClick={toggle('favorites')}
              icon={IconStar}
            />
            <HeadButton
              label={formatMessage({ id: 'SignalsPanel_Recent' })}
              isOn={only === 'recent'}
              isDisabled={recent.length === 0 && only !== 'recent'}
              onClick={toggle('recent')}
              icon={IconHistory}
            />
            <HeadButton label={formatMessage({ id: 'SignalsPanel_Collapse' })} onClick={onClose} icon={IconChevronLeft} />
          </>
        }
      />
      <div className={classes.search}>
        <SearchField
          value={search}
          onChange={setSearch}
          placeholder={formatMessage({ id: 'SignalsPanel_Search' }, { count: signals.length })}
        />
        <ViewMenu onRefresh={() => void refresh()} />
      </div>
      {calcTypes === undefined && definitions.data && !definitions.isPlaceholderData && <PowerNote definitions={definitions.data} />}
      <div className={classes.body}>
        <SignalListBody
          rows={rows}
          signals={signals}
          segmentIds={segmentIds}
          isPending={definitions.isPending && segmentIds.length > 0}
          isDimmed={definitions.isPlaceholderData}
          error={definitions.error}
          onRetry={() => void definitions.refetch()}
        />
      </div>
      <SignalsFooter />
    </div>
  );
}

interface HeadButtonProps {
  label: string;
  isOn?: boolean;
  isDisabled?: boolean;
  onClick: () => void;
  icon: typeof IconStar;
}

function HeadButton({ label, isOn, isDisabled = false, onClick, icon: ButtonIcon }: HeadButtonProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        aria-label={label}
        aria-pressed={isOn}
        data-on={isOn || undefined}
        className={classes.toggle ?? ''}
        disabled={isDisabled}
        onClick={onClick}
      >
        <ButtonIcon />
      </ActionIcon>
    </Tooltip>
  );
}

function ViewMenu({ onRefresh }: { onRefresh: () => void }) {
  const { formatMessage } = useIntl();
  const { grouping, commonOnly } = useSelector(signalsView);
  return (
    <Menu position="bottom-end" closeOnItemClick={false}>
      <Menu.Target>
        <Button
          variant="default"
          rightSection={<IconChevronDown />}
          aria-label={formatMessage(
            { id: 'SignalsPanel_GroupBy' },
            { grouping: formatMessage({ id: `SignalsPanel_Grouping_${grouping}` }) },
          )}
        >
          {formatMessage({ id: `SignalsPanel_Grouping_${grouping}` })}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{formatMessage({ id: 'SignalsPanel_Grouping' })}</Menu.Label>
        <Menu.RadioGroup
          value={grouping}
          onChange={(value) =>
            signalsView.setState((state) => ({ ...state, grouping: SIGNAL_GROUPINGS.find((known) => known === value) ?? 'none' }))
          }
        >
          {SIGNAL_GROUPINGS.map((value) => (
            <Menu.RadioItem key={value} value={value}>
              {formatMessage({ id: `SignalsPanel_Grouping_${value}` })}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.CheckboxItem
          checked={commonOnly}
          onChange={(checked) => signalsView.setState((state) => ({ ...state, commonOnly: checked }))}
        >
          {formatMessage({ id: 'SignalsPanel_CommonOnly' })}
        </Menu.CheckboxItem>
        <Menu.Divider />
        <Menu.Item leftSection={<IconRefresh />} onClick={onRefresh} closeMenuOnClick>
          {formatMessage({ id: 'SignalsPanel_Refresh' })}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
