import { ActionIcon, Menu } from '@mantine/core';
import type { SegmentId, SignalId } from '@solvane/contract/ids';
import { COMPARISONS, RESOLUTIONS, type Resolution } from '@solvane/contract/signals';
import { IconCopy, IconDots, IconDownload, IconPhoto } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { Segments } from '../../shared/controls/segments.tsx';
import { useScreenAction } from '../../shared/screen/screen-actions.ts';
import classes from './data-studio.module.css';
import { StageSwitch } from './stage-switch.tsx';
import { STUDIO_TREES, type StudioSearch } from './studio-search.ts';
import { StudioSelect } from './studio-select.tsx';

interface StudioToolbarProps {
  segmentIds: readonly SegmentId[];
  signalIds: readonly SignalId[];
  search: StudioSearch;
  onSearch: (patch: Partial<StudioSearch>) => void;
  /** Resolution of the response on screen; null: none yet. */
  answered: Resolution | null;
  /** There is a picture to save or data to export. */
  hasData: boolean;
  onExport: () => void;
  onSavePicture: () => void;
  onCopyPicture: () => void;
}

/** How the chosen signals are shown. */
export function StudioToolbar({
  segmentIds,
  signalIds,
  search,
  onSearch,
  answered,
  hasData,
  onExport,
  onSavePicture,
  onCopyPicture,
}: StudioToolbarProps) {
  const { formatMessage } = useIntl();
  const resolution = search.resolution ?? 'auto';
  useScreenAction('DataStudio_Export', onExport, { isPossible: hasData });
  useScreenAction('DataStudio_Picture', onSavePicture, { isPossible: hasData });
  const resolutionName = (one: Resolution): string => formatMessage({ id: `DataStudio_Resolution_${one}` });
  const isNamed = resolution === 'auto' && answered !== null && answered !== 'auto' && answered !== 'raw';

  return (
    <div className={classes.toolbar}>
      <Segments
        label={formatMessage({ id: 'DataStudio_View' })}
        value={search.view ?? 'chart'}
        options={(['chart', 'table'] as const).map((value) => ({ value, label: formatMessage({ id: VIEWS[value] }) }))}
        onChange={(view) => onSearch({ view: view === 'table' ? 'table' : undefined })}
      />
      <StageSwitch segmentIds={segmentIds} signalIds={signalIds} />
      <div className={classes.tools}>
        <StudioSelect
          label={formatMessage({ id: 'DataStudio_Resolution' })}
          text={
            isNamed
              ? formatMessage({ id: 'DataStudio_Resolution_AutoIs' }, { resolution: resolutionName(answered) })
              : resolutionName(resolution)
          }
          value={resolution}
          options={AUTO_FIRST.map((value) => ({ value, text: resolutionName(value) }))}
          onChange={(value) => onSearch({ resolution: value === 'auto' ? undefined : value })}
        />
        <StudioSelect
          label={formatMessage({ id: 'DataStudio_Tree' })}
          text={formatMessage({ id: `DataStudio_Tree_${search.tree ?? 'device'}` })}
          value={search.tree ?? 'device'}
          options={STUDIO_TREES.map((value) => ({ value, text: formatMessage({ id: `DataStudio_Tree_${value}` }) }))}
          onChange={(value) => onSearch({ tree: value === 'device' ? undefined : value })}
        />
        <StudioSelect
          label={formatMessage({ id: 'DataStudio_Compare' })}
          text={formatMessage({ id: search.compare ? `DataStudio_Compare_${search.compare}` : 'DataStudio_Compare' })}
          value={search.compare ?? 'none'}
          options={(['none', ...COMPARISONS] as const).map((value) => ({
            value,
            text: formatMessage({ id: `DataStudio_Compare_${value}` }),
          }))}
          onChange={(value) => onSearch({ compare: value === 'none' ? undefined : value })}
        />
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <ActionIcon variant="default" aria-label={formatMessage({ id: 'DataStudio_More' })}>
              <IconDots size={18} stroke={1.6} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconDownload size={15} stroke={1.6} />} disabled={!hasData} onClick={onExport}>
              {formatMessage({ id: 'DataStudio_Export' })}
            </Menu.Item>
            <Menu.Item leftSection={<IconPhoto size={15} stroke={1.6} />} disabled={!hasData} onClick={onSavePicture}>
              {formatMessage({ id: 'DataStudio_Picture' })}
            </Menu.Item>
            <Menu.Item leftSection={<IconCopy size={15} stroke={1.6} />} disabled={!hasData} onClick={onCopyPicture}>
              {formatMessage({ id: 'DataStudio_CopyImage' })}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
    </div>
  );
}

const VIEWS = { chart: 'DataStudio_Chart', table: 'DataStudio_Table' } as const;
const AUTO_FIRST: readonly Resolution[] = ['auto', ...RESOLUTIONS.filter((resolution) => resolution !== 'auto')];
