import { Menu } from '@mantine/core';
import {
  IconChartLine,
  IconChecks,
  IconFocus2,
  IconInfoCircle,
  IconLink,
  IconListDetails,
  IconListTree,
  IconSquare,
  IconStairsDown,
  IconStar,
  IconStarOff,
  IconTable,
  IconTarget,
  IconWindmill,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { usePermission } from '../../shared/access/permission-gate.tsx';
import { useTypeLabel } from '../../shared/fleet/use-type-label.ts';
import { useAddressOf, useNavigateTo } from '../../shared/routing/navigate-to.ts';
import type { DevicePanelRules } from '../../shared/routing/page.ts';
import { usePage } from '../../shared/routing/use-page.ts';
import { copyText } from '../../shared/text/copy-text.ts';
import { openDetails } from '../../workspace/details.ts';
import { replaceDevices } from '../../workspace/device-selection.ts';
import { hasChildren } from '../../workspace/fleet/site-tree.ts';
import { showNotice } from '../../workspace/notices.ts';
import type { TreeRow } from './tree-rows.ts';
import { toSelectedSegment, typesBelow } from './tree-selection.ts';
import type { DeviceActions } from './use-device-actions.ts';

interface DeviceMenuProps {
  row: Extract<TreeRow, { kind: 'node' }>;
  anchor: DOMRect;
  rules: DevicePanelRules;
  actions: DeviceActions;
  isFavorite: boolean;
  onFavorite: () => void;
  onClose: () => void;
}

const TYPES_SHOWN = 12;
/** Kinds of sites with turbines. */
const WIND: readonly unknown[] = ['Wind', 'Hybrid'];

/** What can be done with one node of the tree. */
export function DeviceMenu({ row, anchor, rules, actions, isFavorite, onFavorite, onClose }: DeviceMenuProps) {
  const { formatMessage } = useIntl();
  const isMultiple = rules.mode !== 'single';
  const hasBelow = row.tree !== undefined && hasChildren(row.tree, row.index);
  return (
    <Menu opened onClose={onClose} position="bottom-start" returnFocus>
      <Menu.Target>
        <span
          style={{
            position: 'fixed',
            insetInlineStart: anchor.left,
            insetBlockStart: anchor.top,
            inlineSize: anchor.width,
            blockSize: anchor.height,
            pointerEvents: 'none',
          }}
        />
      </Menu.Target>
      <Menu.Dropdown>
        {hasBelow && isMultiple && (
          <>
            <TypesMenu
              row={row}
              rules={rules}
              icon={<IconChecks />}
              label={formatMessage({ id: 'DevicePanel_Menu_SelectBelow' })}
              onChoose={(type) => actions.selectBelow(row, { type, only: false })}
            />
            <TypesMenu
              row={row}
              rules={rules}
              icon={<IconFocus2 />}
              label={formatMessage({ id: 'DevicePanel_Menu_SelectOnly' })}
              onChoose={(type) => actions.selectBelow(row, { type, only: true })}
            />
            <Menu.Item leftSection={<IconSquare />} onClick={() => actions.deselectBelow(row)}>
              {formatMessage({ id: 'DevicePanel_Menu_DeselectBelow' })}
            </Menu.Item>
          </>
        )}
        {row.index > 0 && isMultiple && (
          <Menu.Item leftSection={<IconTarget />} onClick={() => actions.toggle({ ...row, index: 0 })}>
            {formatMessage({ id: 'DevicePanel_Menu_SelectSite' }, { site: row.site.name })}
          </Menu.Item>
        )}
        {hasBelow && (
          <Menu.Item leftSection={<IconListTree />} onClick={() => actions.openBelow(row)}>
            {formatMessage({ id: 'DevicePanel_Menu_ExpandAll' })}
          </Menu.Item>
        )}
        {(hasBelow || row.index > 0) && <Menu.Divider />}
        <Menu.Item leftSection={isFavorite ? <IconStarOff /> : <IconStar />} onClick={onFavorite}>
          {formatMessage({ id: isFavorite ? 'DevicePanel_Menu_RemoveFavorite' : 'DevicePanel_Menu_AddFavorite' })}
        </Menu.Item>
        <OpenItems row={row} />
      </Menu.Dropdown>
    </Menu>
  );
}

interface TypesMenuProps {
  row: DeviceMenuProps['row'];
  rules: DevicePanelRules;
  icon: ReactNode;
  label: string;
  onChoose: (type: string | undefined) => void;
}

function TypesMenu({ row, rules, icon, label, onChoose }: TypesMenuProps) {
  const { formatMessage } = useIntl();
  const typeLabel = useTypeLabel();
  const types = row.tree ? typesBelow(row.tree, row.index, rules) : [];
  return (
    <Menu.Sub>
      <Menu.Sub.Target>
        <Menu.Sub.Item leftSection={icon} disabled={types.length === 0}>
          {label}
        </Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown>
        {types.slice(0, TYPES_SHOWN).map(({ type, count }) => (
          <Menu.Item key={type} onClick={() => onChoose(type)}>
            {formatMessage({ id: 'DevicePanel_Menu_Type' }, { type: typeLabel(type), count })}
          </Menu.Item>
        ))}
        <Menu.Item onClick={() => onChoose(undefined)}>
          {formatMessage({ id: 'DevicePanel_Menu_AllTypes' }, { count: types.reduce((sum, { count }) => sum + count, 0) })}
        </Menu.Item>
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  );
}

/** Coefficients change nothing at a battery. */
const MODEL_PANELS = ['budgets', 'expectedCoefficients'] as const;

function OpenItems({ row }: { row: DeviceMenuProps['row'] }) {
  const { formatMessage } = useIntl();
  const navigateTo = useNavigateTo();
  const addressOf = useAddressOf();
  const page = usePage();
  const mayEvents = usePermission('PageEventLogs');
  const mayStudio = usePermission('PageDataStudio');
  const mayModels = usePermission('ReadModelData');
  const mayReferences = usePermission('PageReferenceTurbines');
  const { siteSegmentId } = row.site;
  const id = row.tree?.nodes[row.index]?.id ?? siteSegmentId;
  const isSite = id === siteSegmentId;
  const isTurbine = ['WindTurbine', 'Turbine'].includes(row.tree?.nodes[row.index]?.type ?? '');
  const openAt = (name: 'event-log' | 'data-studio') => (event: { ctrlKey: boolean; metaKey: boolean }) => {
    const newTab = event.ctrlKey || event.metaKey;
    if (!newTab) replaceDevices({ [id]: toSelectedSegment(row.site) });
    navigateTo(name, {}, { newTab, search: newTab ? { devices: [id] } : {} });
  };
  const copyLink = async (): Promise<void> => {
    // Pages without a device panel have nothing to select: their link leads to Data Studio.
    const name = page.devicePanel && !page.name.includes('-details') ? page.name : 'data-studio';
    await copyText(new URL(addressOf(name, {}, { devices: [id] }), window.location.origin).href);
    showNotice({ kind: 'success', title: 'Common_LinkCopied' });
  };
  return (
    <>
      <Menu.Item leftSection={<IconInfoCircle />} onClick={() => openDetails({ kind: 'metadata', deviceId: id })}>
        {formatMessage({ id: 'DevicePanel_Menu_Metadata' })}
      </Menu.Item>
      {mayModels &&
        MODEL_PANELS.filter((kind) => kind === 'budgets' || row.site.metadata.energyType !== 'BESS').map((kind) => (
          <Menu.Item
            key={kind}
            leftSection={<IconTable />}
            onClick={() => openDetails({ kind, siteSegmentId: row.site.siteSegmentId, segmentId: id })}
          >
            {formatMessage({ id: `Details_${kind}` })}
          </Menu.Item>
        ))}
      {mayModels && isTurbine && (
        <Menu.Item leftSection={<IconWindmill />} onClick={() => openDetails({ kind: 'powerCurveManagement', deviceId: id })}>
          {formatMessage({ id: 'Details_powerCurveManagement' })}
        </Menu.Item>
      )}
      {mayEvents && (
        <Menu.Item leftSection={<IconListDetails />} onClick={openAt('event-log')}>
          {formatMessage({ id: 'DevicePanel_Menu_EventLog' })}
        </Menu.Item>
      )}
      {mayStudio && (
        <Menu.Item leftSection={<IconChartLine />} onClick={openAt('data-studio')}>
          {formatMessage({ id: 'DevicePanel_Menu_DataStudio' })}
        </Menu.Item>
      )}
      {mayStudio && isSite && (
        <Menu.Item leftSection={<IconStairsDown />} onClick={() => openDetails({ kind: 'lossWalk', siteSegmentId })}>
          {formatMessage({ id: 'Details_lossWalk' })}
        </Menu.Item>
      )}
      {mayReferences && isSite && WIND.includes(row.site.metadata.energyType) && (
        <Menu.Item leftSection={<IconWindmill />} onClick={() => openDetails({ kind: 'referenceTurbines', siteSegmentId })}>
          {formatMessage({ id: 'Details_referenceTurbines' })}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconLink />} onClick={() => void copyLink()}>
        {formatMessage({ id: 'DevicePanel_Menu_CopyLink' })}
      </Menu.Item>
    </>
  );
}
