import { ActionIcon, Menu } from '@mantine/core';
import type { SegmentId, SignalId } from '@solvane/contract/ids';
import { RESOLUTIONS, type Resolution } from '@solvane/contract/signal-resolutions';
import { IconCopy, IconDots, IconDownload, IconLayoutDashboard, IconPhoto, IconPin } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { Segments } from '../../shared/controls/segments.tsx';
import { useScreenAction } from '../../shared/screen/screen-actions.ts';
import classes from './data-studio.module.css';
import { STUDIO_KINDS } from './kinds/studio-kind.ts';
import { StageSwitch } from './stage-switch.tsx';
import { StudioCompareSelect } from './studio-compare-select.tsx';
import { StudioLook } from './studio-look.tsx';
import { StudioMarks } from './studio-marks.tsx';
import type { StudioSearch } from './studio-search.ts';
import { StudioSelect } from './studio-select.tsx';
import { StudioTreeSelect } from './studio-tree-select.tsx';

interface StudioToolbarProps {
  segmentIds: readonly SegmentId[];
  signalIds: readonly SignalId[];
  search: StudioSearch;
  onSearch: (patch: Partial<StudioSearch>) => void;
  /** Resolution of the response on screen; null: none yet. */
  answered: Resolution | null;
  /** There is a picture to save or data to export. */
  hasData: boolean;
  /** There are lines that can stand on each other. */
  isStackable: boolean;
  /** How many units there are. */
  units: number;
  /** Another range is to lie over the chart. */
  onChooseRange: () => void;
  onExport: () => void;
  onAddToDashboard: () => void;
  /** Keeps the chart while the selection changes. */
  onPin: () => void;
  onSavePicture: () => void;
  onSaveSvg: () => void;
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
  isStackable,
  units,
  onChooseRange,
  onExport,
  onAddToDashboard,
  onPin,
  onSavePicture,
  onSaveSvg,
  onCopyPicture,
}: StudioToolbarProps) {
  const { formatMessage } = useIntl();
  const resolution = search.resolution ?? 'auto';
  const kind = search.kind ?? 'timeSeries';
  const isTime = kind === 'timeSeries';
  useScreenAction('DataStudio_AddToDashboard', onAddToDashboard, { isPossible: hasData });
  useScreenAction('DataStudio_Export', onExport, { isPossible: hasData });
  useScreenAction('DataStudio_Picture', onSavePicture, { isPossible: hasData });
  const resolutionName = (one: Resolution): string => formatMessage({ id: `DataStudio_Resolution_${one}` });
  const isNamed = resolution === 'auto' && answered !== null && answered !== 'auto' && answered !== 'raw';

  return (
    <div className={classes.toolbar}>
      <StudioSelect
        label={formatMessage({ id: 'DataStudio_Kind' })}
        text={formatMessage({ id: `DataStudio_Kind_${kind}` })}
        value={kind}
        options={STUDIO_KINDS.map((value) => ({ value, text: formatMessage({ id: `DataStudio_Kind_${value}` }) }))}
        onChange={(value) => onSearch({ kind: value === 'timeSeries' ? undefined : value, widget: undefined })}
      />
      {isTime && (
        <Segments
          label={formatMessage({ id: 'DataStudio_View' })}
          value={search.view ?? 'chart'}
          options={(['chart', 'table'] as const).map((value) => ({ value, label: formatMessage({ id: VIEWS[value] }) }))}
          onChange={(view) => onSearch({ view: view === 'table' ? 'table' : undefined })}
        />
      )}
      <StageSwitch segmentIds={segmentIds} signalIds={signalIds} />
      <div className={classes.tools}>
        {isTime && (
          <>
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
            <StudioTreeSelect search={search} onSearch={onSearch} />
            <StudioLook search={search} onSearch={onSearch} isStackable={isStackable} units={units} />
            <StudioCompareSelect search={search} onSearch={onSearch} onChooseRange={onChooseRange} />
          </>
        )}
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <ActionIcon variant="default" aria-label={formatMessage({ id: 'DataStudio_More' })}>
              <IconDots size={18} stroke={1.6} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconLayoutDashboard size={15} stroke={1.6} />} onClick={onAddToDashboard}>
              {formatMessage({ id: 'DataStudio_AddToDashboard' })}
            </Menu.Item>
            {isTime && (
              <Menu.Item leftSection={<IconPin size={15} stroke={1.6} />} disabled={!hasData} onClick={onPin}>
                {formatMessage({ id: 'DataStudio_Pin' })}
              </Menu.Item>
            )}
            {isTime && <StudioMarks search={search} onSearch={onSearch} />}
            <Menu.Item leftSection={<IconDownload size={15} stroke={1.6} />} disabled={!hasData} onClick={onExport}>
              {formatMessage({ id: 'DataStudio_Export' })}
            </Menu.Item>
            <Menu.Item leftSection={<IconPhoto size={15} stroke={1.6} />} disabled={!hasData} onClick={onSavePicture}>
              {formatMessage({ id: 'DataStudio_Picture' })}
            </Menu.Item>
            <Menu.Item leftSection={<IconPhoto size={15} stroke={1.6} />} disabled={!hasData} onClick={onSaveSvg}>
              {formatMessage({ id: 'DataStudio_PictureSvg' })}
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
