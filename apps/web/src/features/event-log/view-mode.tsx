import { Select } from '@mantine/core';
import { useIntl } from 'react-intl';
import { Segments } from '../../shared/controls/segments.tsx';
import { useViewport } from '../../shared/screen/use-viewport.ts';
import classes from './event-log.module.css';
import { LOG_SHAPES, type LogShape } from './event-log-search.ts';

interface ViewModeProps {
  value: LogShape;
  onChange: (value: LogShape) => void;
}

/** Table, lanes or overview; a phone's line is too short for all of them. */
export function ViewMode({ value, onChange }: ViewModeProps) {
  const { formatMessage } = useIntl();
  const isPhone = useViewport() === 'phone';
  const label = formatMessage({ id: 'EventLog_Shape' });
  const options = LOG_SHAPES.map((mode) => ({ value: mode, label: formatMessage({ id: `EventLog_Shape_${mode}` }) }));
  if (!isPhone) return <Segments label={label} value={value} options={options} onChange={onChange} />;
  return (
    <Select
      className={classes.viewMode}
      aria-label={label}
      value={value}
      data={options}
      allowDeselect={false}
      onChange={(chosen) => {
        const mode = LOG_SHAPES.find((each) => each === chosen);
        if (mode) onChange(mode);
      }}
    />
  );
}
