import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { StateMessage } from '../../shared/states/state-message.tsx';
import { useSetPeriod } from '../../workspace/period.ts';
import type { EventLogSearch } from './event-log-search.ts';

interface EmptyLogProps {
  icon: ReactNode;
  onSearch: (patch: Partial<EventLogSearch>) => void;
}

/** Nothing in the period matches: the two results that are looked for most are one click away. */
export function EmptyLog({ icon, onSearch }: EmptyLogProps) {
  const { formatMessage } = useIntl();
  const setPeriod = useSetPeriod();
  return (
    <StateMessage
      icon={icon}
      title={formatMessage({ id: 'EventLog_Empty_Title' })}
      level="page"
      actions={
        <>
          <Button variant="default" onClick={() => onSearch({ q: 'open:yes', types: undefined, group: undefined })}>
            {formatMessage({ id: 'EventLog_Empty_ShowOpen' })}
          </Button>
          <Button variant="default" onClick={() => setPeriod({ type: 'preset', selectedPreset: 'last7Days', includesCurrentPeriod: true })}>
            {formatMessage({ id: 'EventLog_Empty_ShowWeek' })}
          </Button>
        </>
      }
    >
      {formatMessage({ id: 'EventLog_Empty_Message' })}
    </StateMessage>
  );
}
