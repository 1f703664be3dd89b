import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { hasPermission } from '../../shared/access/access.ts';
import { useAccess } from '../../shared/access/session.queries.ts';
import { Screen } from '../../shared/screen/screen.tsx';
import { useFleet } from '../../workspace/fleet/use-fleet.ts';
import { DataStep } from './data-step.tsx';
import { FleetStep } from './fleet-step.tsx';
import classes from './get-started.module.css';

/** From an empty product to the first chart: administrator, fleet, data. Later the same way for every other plant. */
export function GetStartedScreen() {
  const { formatMessage } = useIntl();
  const { allSites, status } = useFleet();
  const access = useAccess();
  const hasFleet = allSites.length > 0;
  return (
    <Screen title={formatMessage({ id: 'Route_get-started' })} subtitle={formatMessage({ id: 'GetStarted_Subtitle' })}>
      <ol className={classes.steps}>
        <Step number={1} title={formatMessage({ id: 'GetStarted_Administrator' })} isDone>
          <p className={classes.note}>{formatMessage({ id: 'GetStarted_Administrator_Done' })}</p>
        </Step>
        <Step number={2} title={formatMessage({ id: 'GetStarted_Fleet' })} isDone={hasFleet}>
          {hasFleet && <p className={classes.note}>{formatMessage({ id: 'GetStarted_Fleet_Has' }, { count: allSites.length })}</p>}
          <FleetStep />
        </Step>
        <Step number={3} title={formatMessage({ id: 'GetStarted_Data' })} isDone={false}>
          {status === 'success' && !hasFleet ? (
            <p className={classes.note}>{formatMessage({ id: 'GetStarted_Data_FleetFirst' })}</p>
          ) : hasPermission(access, 'UploadManualData') ? (
            <DataStep sites={allSites} />
          ) : (
            <p className={classes.note}>{formatMessage({ id: 'GetStarted_Data_NotPermitted' })}</p>
          )}
        </Step>
      </ol>
    </Screen>
  );
}

interface StepProps {
  number: number;
  title: string;
  isDone: boolean;
  children: ReactNode;
}

function Step({ number, title, isDone, children }: StepProps) {
  const { formatMessage } = useIntl();
  const headId = `step-${number}`;
  return (
    <li className={classes.step}>
      <section aria-labelledby={headId}>
        <header className={classes.head}>
          <span className={classes.number} data-done={isDone || undefined} aria-hidden="true">
            {isDone ? <IconCheck size={16} /> : number}
          </span>
          <h2 id={headId}>{title}</h2>
          {isDone && <span className={classes.done}>{formatMessage({ id: 'GetStarted_Done' })}</span>}
        </header>
        <div className={classes.body}>{children}</div>
      </section>
    </li>
  );
}
