import { ActionIcon, Button } from '@mantine/core';
import { AppError } from '@solvane/contract/errors';
import type { SiteId } from '@solvane/contract/ids';
import { type QualityDetails, qualityEndpoints } from '@solvane/contract/quality';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { call } from '../../api/call.ts';
import { EffectiveDate } from '../../shared/configuration/effective-date.tsx';
import { SaveProblems } from '../../shared/configuration/save-problems.tsx';
import { MultiSelectField } from '../../shared/fields/select-field.tsx';
import { useFleet } from '../../workspace/fleet/use-fleet.ts';
import { useSaveConfiguration } from '../../workspace/use-save-configuration.ts';
import { qualityKeys } from './data-quality.queries.ts';
import classes from './site-assignment.module.css';

interface SiteAssignmentProps {
  configuration: QualityDetails;
  /** First day on which what is saved or assigned here holds. */
  day: string;
  onDay: (day: string) => void;
}

/** The day from which changes apply, the sites that follow the configuration, and its versions. */
export function SiteAssignment({ configuration, day, onDay }: SiteAssignmentProps) {
  const { formatMessage, formatDate } = useIntl();
  const { versions, can } = configuration;
  const dayText = (date: string | null): string =>
    date === null
      ? formatMessage({ id: 'QualityConfiguration_Always' })
      : formatDate(`${date}T00:00Z`, { dateStyle: 'medium', timeZone: 'UTC' });
  return (
    <div className={classes.panel}>
      {can.edit && <EffectiveDate value={day} onChange={onDay} />}
      <AssignedSites configuration={configuration} day={day} dayText={dayText} />
      <section aria-label={formatMessage({ id: 'Configuration_Versions' })}>
        <h3>{formatMessage({ id: 'Configuration_Versions' })}</h3>
        <ol>
          {versions.toReversed().map(({ version, savedBy, savedAtMs, effectiveFrom, note }) => (
            <li key={version}>
              <b>{version}</b>
              <span>
                {savedBy}, {formatDate(savedAtMs, { dateStyle: 'medium' })}
                <small>
                  {formatMessage({ id: 'QualityConfiguration_From' }, { day: dayText(effectiveFrom) })}
                  {note !== '' && ` \u00b7 ${note}`}
                </small>
              </span>
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}

interface AssignedSitesProps {
  configuration: QualityDetails;
  day: string;
  dayText: (date: string | null) => string;
}

function AssignedSites({ configuration, day, dayText }: AssignedSitesProps) {
  const { formatMessage } = useIntl();
  const { id: configurationId, enterpriseId, sites, can } = configuration;
  const { allSites } = useFleet();
  const [chosen, setChosen] = useState<SiteId[]>([]);
  const assign = useSaveConfiguration({
    save: ({ siteIds, move }: { siteIds: SiteId[]; move: boolean }) =>
      call(qualityEndpoints.assign, { body: { configurationId, siteIds, validFrom: day, validTo: null, move } }),
    changedKeys: [qualityKeys.all],
    doneMessage: 'QualityConfiguration_Assigned',
  });
  const unassign = useSaveConfiguration({
    save: (siteId: SiteId) => call(qualityEndpoints.unassign, { body: { configurationId, siteIds: [siteId] } }),
    changedKeys: [qualityKeys.all],
    doneMessage: 'QualityConfiguration_Unassigned',
  });
  const isLinked =
    assign.error instanceof AppError && assign.error.issues.some(({ message }) => message === 'Configuration_Problem_SiteLinked');
  const submit = (move: boolean): void => assign.mutate({ siteIds: chosen, move }, { onSuccess: () => setChosen([]) });
  const following = new Set(sites.filter(({ validTo }) => validTo === null || validTo > day).map(({ siteId }) => siteId));
  const free = allSites.filter((site) => site.enterpriseId === enterpriseId && !following.has(site.siteId));
  return (
    <section aria-label={formatMessage({ id: 'QualityConfiguration_Sites' })}>
      <h3>{formatMessage({ id: 'QualityConfiguration_Sites' })}</h3>
      {sites.length === 0 && <p>{formatMessage({ id: 'QualityConfiguration_NoSites' })}</p>}
      <ul>
        {sites.map(({ siteId, siteName, validFrom, validTo }) => (
          <li key={`${siteId} ${validFrom}`}>
            <span>
              {siteName}
              <small>
                {validTo === null
                  ? formatMessage({ id: 'QualityConfiguration_From' }, { day: dayText(validFrom) })
                  : formatMessage({ id: 'QualityConfiguration_FromTo' }, { day: dayText(validFrom), end: dayText(validTo) })}
              </small>
            </span>
            {can.edit && (
              <ActionIcon
                size="sm"
                loading={unassign.isPending && unassign.variables === siteId}
                aria-label={formatMessage({ id: 'QualityConfiguration_Unassign' }, { site: siteName })}
                onClick={() => unassign.mutate(siteId)}
              >
                <IconX size={14} />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
      <SaveProblems error={unassign.error} title="QualityConfiguration_Assign_Failed" />
      {can.edit && (
        <>
          <MultiSelectField
            label={formatMessage({ id: 'QualityConfiguration_AddSites' })}
            options={free.map(({ siteId, name }) => ({ value: siteId, label: name }))}
            values={chosen}
            onChange={(next) => {
              assign.reset();
              setChosen(next);
            }}
          />
          <SaveProblems error={assign.error} title="QualityConfiguration_Assign_Failed" />
          {chosen.length > 0 && (
            <Button size="xs" loading={assign.isPending} onClick={() => submit(isLinked)}>
              {formatMessage(
                { id: isLinked ? 'QualityConfiguration_MoveSites' : 'QualityConfiguration_AssignSites' },
                { count: chosen.length, day: dayText(day) },
              )}
            </Button>
          )}
        </>
      )}
    </section>
  );
}
