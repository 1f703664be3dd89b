import { Button, Progress } from '@mantine/core';
import { useIntl } from 'react-intl';
import { ConfigurationNote } from './configuration-layout.tsx';

interface ImpactProgressProps {
  done: number;
  total: number;
  isRunning: boolean;
  onCancel: () => void;
  /** After it was cancelled. */
  onResume: () => void;
}

/** How much of a preview is counted, with a way to stop it. Nothing once all is counted. */
export function ImpactProgress({ done, total, isRunning, onCancel, onResume }: ImpactProgressProps) {
  const { formatMessage } = useIntl();
  if (done >= total) return null;
  const text = formatMessage({ id: 'Configuration_Impact_Progress' }, { done, total });
  return (
    <div role="status">
      <Progress aria-label={text} value={(done / total) * 100} />
      <ConfigurationNote>
        {text}{' '}
        <Button size="compact-xs" variant="subtle" onClick={isRunning ? onCancel : onResume}>
          {formatMessage({ id: isRunning ? 'Configuration_Impact_Cancel' : 'Configuration_Impact_Resume' })}
        </Button>
      </ConfigurationNote>
    </div>
  );
}
