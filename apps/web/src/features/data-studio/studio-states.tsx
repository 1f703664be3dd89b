import { Button } from '@mantine/core';
import { AppError } from '@solvane/contract/errors';
import { IconChartLine, IconDatabaseOff, IconListCheck, IconSitemap } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { ErrorState } from '../../shared/states/error-state.tsx';
import { StateMessage } from '../../shared/states/state-message.tsx';
import { useServerText } from '../../shared/text/use-server-text.ts';
import { setDevicePanelOpen, setSignalPanelOpen } from '../../workspace/panels.ts';
import classes from './data-studio.module.css';
import type { StudioSearch } from './studio-search.ts';

/** Nothing is chosen yet: says what is missing and opens the panel where it is chosen. */
export function NothingChosen({ devices }: { devices: number }) {
  const { formatMessage } = useIntl();
  if (devices === 0) {
    return (
      <StateMessage
        icon={<IconSitemap />}
        level="page"
        title={formatMessage({ id: 'DataStudio_Empty_Devices_Title' })}
        actions={
          <Button variant="filled" onClick={() => setDevicePanelOpen(true)}>
            {formatMessage({ id: 'DataStudio_Empty_ChooseDevices' })}
          </Button>
        }
      >
        {formatMessage({ id: 'DataStudio_Empty_Devices_Message' })}
      </StateMessage>
    );
  }
  return (
    <StateMessage
      icon={<IconListCheck />}
      level="page"
      title={formatMessage({ id: 'DataStudio_Empty_Signals_Title' })}
      actions={
        <Button variant="filled" onClick={() => setSignalPanelOpen(true)}>
          {formatMessage({ id: 'DataStudio_Empty_ChooseSignals' })}
        </Button>
      }
    >
      {formatMessage({ id: 'DataStudio_Empty_Signals_Message' }, { count: devices })}
    </StateMessage>
  );
}

interface NoDataProps {
  /** null: none of the signals ever had a value; undefined: not known yet. */
  newestMs: number | null | undefined;
  timeText: (instantMs: number) => string;
  dayText: (instantMs: number) => string;
  onShow: (instantMs: number) => void;
}

/** Says why there is nothing: no such signal, or nothing in this period, with the way to where there is something. */
export function NoData({ newestMs, timeText, dayText, onShow }: NoDataProps) {
  const { formatMessage } = useIntl();
  if (newestMs === null) {
    return (
      <StateMessage icon={<IconDatabaseOff />} level="page" title={formatMessage({ id: 'DataStudio_NoSignal_Title' })}>
        {formatMessage({ id: 'DataStudio_NoSignal_Message' })}
      </StateMessage>
    );
  }
  return (
    <StateMessage
      icon={<IconChartLine />}
      level="page"
      title={formatMessage({ id: 'DataStudio_NoData_Title' })}
      actions={
        newestMs !== undefined && (
          <Button variant="filled" onClick={() => onShow(newestMs)}>
            {formatMessage({ id: 'DataStudio_NoData_ShowNewest' }, { day: dayText(newestMs) })}
          </Button>
        )
      }
    >
      {formatMessage({ id: 'DataStudio_NoData_Message' })}
      {newestMs !== undefined && ` ${formatMessage({ id: 'DataStudio_NoData_Newest' }, { time: timeText(newestMs) })}`}
    </StateMessage>
  );
}

interface StudioErrorProps {
  error: Error;
  search: StudioSearch;
  onSearch: (patch: Partial<StudioSearch>) => void;
  onRetry: () => void;
}

/** A failure, and where it is too much data the coarser resolution that would do. */
export function StudioError({ error, search, onSearch, onRetry }: StudioErrorProps) {
  const { formatMessage } = useIntl();
  const serverText = useServerText();
  const issues = error instanceof AppError ? error.issues : [];
  const isTooMuch = error instanceof AppError && error.code === 'signals.tooManyDatapoints';
  const isFixed = search.resolution !== undefined;
  return (
    <ErrorState
      error={error}
      level="page"
      {...(!(error instanceof AppError) && { title: 'Common_Error_Chart_Title' as const })}
      onRetry={onRetry}
    >
      {issues.length > 0 && (
        <ul className={classes.issues}>
          {issues.map(({ path, message, values }) => (
            <li key={`${path.join('.')} ${message}`}>{serverText(message, values)}</li>
          ))}
        </ul>
      )}
      {issues.length > 0 && search.tree !== undefined && (
        <Button variant="filled" onClick={() => onSearch({ tree: undefined })}>
          {formatMessage({ id: 'DataStudio_EachDevice' })}
        </Button>
      )}
      {isTooMuch && isFixed && (
        <Button variant="filled" onClick={() => onSearch({ resolution: undefined })}>
          {formatMessage({ id: 'DataStudio_TooMany_Auto' })}
        </Button>
      )}
      {isTooMuch && !isFixed && (
        <Button variant="filled" onClick={() => onSearch({ resolution: 'hour' })}>
          {formatMessage({ id: 'DataStudio_TooMany_Hourly' })}
        </Button>
      )}
    </ErrorState>
  );
}
