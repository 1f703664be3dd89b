import { useIntl } from 'react-intl';
import { Segments } from '../../shared/controls/segments.tsx';
import { SelectField } from '../../shared/fields/select-field.tsx';
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
    <SelectField
      className={classes.viewMode}
      isLabelHidden
      label={label}
      value={value}
      options={options}
      onChange={(chosen) => chosen && onChange(chosen)}
    />
  );
}
