import { useIntl } from 'react-intl';
import { hasPermission } from '../../shared/access/access.ts';
import { useAccess } from '../../shared/access/session.queries.ts';
import { StepWizard } from '../../shared/controls/step-wizard.tsx';
import { Screen } from '../../shared/screen/screen.tsx';
import { useFleet } from '../../workspace/fleet/use-fleet.ts';
import { DataStep } from './data-step.tsx';
import { FleetStep } from './fleet-step.tsx';
import classes from './get-started.module.css';
import type { StepName } from './get-started-search.ts';

interface GetStartedScreenProps {
  /** undefined: the fleet. */
  step: StepName | undefined;
  onStep: (step: StepName) => void;
}

/** From an empty product to the first chart: administrator, fleet, data. Later the same way for every other plant. */
export function GetStartedScreen({ step, onStep }: GetStartedScreenProps) {
  const { formatMessage } = useIntl();
  const { allSites, status } = useFleet();
  const access = useAccess();
  const hasFleet = allSites.length > 0;
  const isFleetMissing = status === 'success' && !hasFleet;
  const note = (text: string) => <p className={classes.note}>{text}</p>;
  return (
    <Screen title={formatMessage({ id: 'Route_get-started' })} subtitle={formatMessage({ id: 'GetStarted_Subtitle' })}>
      <StepWizard
        label={formatMessage({ id: 'Route_get-started' })}
        value={step ?? 'fleet'}
        onChange={onStep}
        steps={[
          {
            name: 'administrator',
            title: formatMessage({ id: 'GetStarted_Administrator' }),
            isDone: true,
            content: () => note(formatMessage({ id: 'GetStarted_Administrator_Done' })),
          },
          {
            name: 'fleet',
            title: formatMessage({ id: 'GetStarted_Fleet' }),
            isDone: hasFleet,
            problem: isFleetMissing ? formatMessage({ id: 'GetStarted_Data_FleetFirst' }) : undefined,
            content: () => (
              <>
                {hasFleet && note(formatMessage({ id: 'GetStarted_Fleet_Has' }, { count: allSites.length }))}
                <FleetStep />
              </>
            ),
          },
          {
            name: 'data',
            title: formatMessage({ id: 'GetStarted_Data' }),
            content: () => {
              if (isFleetMissing) return note(formatMessage({ id: 'GetStarted_Data_FleetFirst' }));
              if (hasPermission(access, 'UploadManualData')) return <DataStep sites={allSites} />;
              return note(formatMessage({ id: 'GetStarted_Data_NotPermitted' }));
            },
          },
        ]}
      />
    </Screen>
  );
}
