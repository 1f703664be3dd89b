import { Button } from '@mantine/core';
import type { FleetImportResponse } from '@solvane/contract/fleet-import';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { FileDrop } from '../../shared/files/file-drop.tsx';
import { type SendFile, useFileUpload } from '../../shared/files/use-file-upload.ts';
import { sitesQuery } from '../../shared/fleet/sites.queries.ts';
import { ErrorState } from '../../shared/states/error-state.tsx';
import { useSelectEnterprises } from '../../workspace/fleet/use-fleet.ts';
import { FleetPlan } from './fleet-plan.tsx';
import classes from './get-started.module.css';
import { importFleetFile } from './get-started.queries.ts';

/** A description of the fleet is read, its plan is shown, and only then it is carried out. */
export function FleetStep() {
  const { formatMessage } = useIntl();
  const queryClient = useQueryClient();
  const selectEnterprises = useSelectEnterprises();
  const plan = useFileUpload({ send: planFleet, accept: '.yaml,.yml,.json,.xlsx' });
  const apply = useMutation({
    mutationFn: (chosen: File) => importFleetFile(chosen, { apply: true }),
    meta: { isShownInPlace: true },
    onSettled: async () => {
      // What was founded belongs to the user now: rights, enterprises and sites are others than before.
      await queryClient.invalidateQueries();
      const { enterprises } = await queryClient.ensureQueryData(sitesQuery());
      selectEnterprises.mutate(enterprises.map(({ id }) => id));
    },
  });
  const { file, drop } = plan;
  const answer = apply.data ?? plan.data;
  const choose = (chosen: File[]): void => {
    apply.reset();
    drop.onFiles(chosen);
  };
  return (
    <>
      <p className={classes.note}>{formatMessage({ id: 'GetStarted_Fleet_How' })}</p>
      <FileDrop
        label={formatMessage({ id: 'GetStarted_Fleet_File' })}
        help={formatMessage({ id: 'GetStarted_Fleet_File_Help' })}
        {...drop}
        onFiles={choose}
        onRemove={() => choose([])}
      />
      {apply.error && <ErrorState error={apply.error} isCommand onRetry={() => file && apply.mutate(file)} />}
      {answer && <FleetPlan answer={answer} />}
      {file && answer?.changes && !answer.isApplied && (
        <div className={classes.actions}>
          <Button loading={apply.isPending} onClick={() => apply.mutate(file)}>
            {formatMessage({ id: 'GetStarted_Fleet_Apply' })}
          </Button>
        </div>
      )}
    </>
  );
}

const planFleet: SendFile<FleetImportResponse> = (file, options) => importFleetFile(file, { apply: false, ...options });
