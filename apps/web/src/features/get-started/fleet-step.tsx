import { Button, FileInput } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
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
  const [file, setFile] = useState<File | null>(null);
  const plan = useMutation({ mutationFn: (chosen: File) => importFleetFile(chosen, { apply: false }), meta: { isShownInPlace: true } });
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
  const choose = (chosen: File | null): void => {
    setFile(chosen);
    apply.reset();
    plan.reset();
    if (chosen) plan.mutate(chosen);
  };
  const answer = apply.data ?? plan.data;
  const error = apply.error ?? plan.error;
  const retried = apply.error ? apply : plan;
  return (
    <>
      <p className={classes.note}>{formatMessage({ id: 'GetStarted_Fleet_How' })}</p>
      <FileInput
        className={classes.file ?? ''}
        label={formatMessage({ id: 'GetStarted_Fleet_File' })}
        description={formatMessage({ id: 'GetStarted_Fleet_File_Help' })}
        placeholder={formatMessage({ id: 'GetStarted_File_Choose' })}
        accept=".yaml,.yml,.json,.xlsx"
        leftSection={<IconFileUpload size={16} aria-hidden="true" />}
        clearable
        clearButtonProps={{ 'aria-label': formatMessage({ id: 'Common_Clear' }) }}
        value={file}
        onChange={choose}
      />
      <div role="status">{plan.isPending && <p className={classes.note}>{formatMessage({ id: 'GetStarted_Reading' })}</p>}</div>
      {error && <ErrorState error={error} isCommand onRetry={() => file && retried.mutate(file)} />}
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
