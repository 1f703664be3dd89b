import { ActionIcon } from '@mantine/core';
import { type Dashboard, type DashboardId, type DashboardShare, dashboardEndpoints } from '@solvane/contract/dashboards';
import type { EnterpriseId } from '@solvane/contract/ids';
import { IconX } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { call } from '../../api/call.ts';
import { Segments } from '../../shared/controls/segments.tsx';
import { dashboardKeys, dashboardQuery, shareTargetsQuery } from '../../shared/dashboards/dashboards.queries.ts';
import { FormDialog } from '../../shared/dialogs/form-dialog.tsx';
import { SelectField } from '../../shared/fields/select-field.tsx';
import { ErrorState } from '../../shared/states/error-state.tsx';
import { QueryView } from '../../shared/states/query-view.tsx';
import { useFleet } from '../../workspace/fleet/use-fleet.ts';
import classes from './share-dialog.module.css';

const ACCESS = ['none', 'read', 'edit'] as const;
type Access = (typeof ACCESS)[number];

type Shared = Dashboard['sharedWith'][number];
type Subject = Pick<Shared, 'kind' | 'id' | 'name'>;

interface ShareDialogProps {
  dashboardId: DashboardId;
  title: string;
  onClose: () => void;
}

/** What enterprises, roles and users may do with a dashboard. */
export function ShareDialog({ dashboardId, title, onClose }: ShareDialogProps) {
  const { formatMessage } = useIntl();
  const queryClient = useQueryClient();
  const { enterprises } = useFleet();
  const query = useQuery(dashboardQuery(dashboardId));
  const [changed, setChanged] = useState<ReadonlyMap<string, Shared & { access: Access }>>(new Map());
  const sharedWith = query.data?.sharedWith ?? [];
  const own: Subject[] = enterprises.map(({ id, name }) => ({ kind: 'enterprise', id: String(id), name }));
  const subjects = [...new Map([...own, ...sharedWith, ...changed.values()].map((subject) => [keyOf(subject), subject])).values()];
  const accessOf = (subject: Subject): Access =>
    changed.get(keyOf(subject))?.access ?? sharedWith.find((share) => keyOf(share) === keyOf(subject))?.access ?? 'none';
  // Enterprises stay in view whatever they may; who is not shared with any more leaves the list.
  const shown = subjects.filter((subject) => subject.kind === 'enterprise' || accessOf(subject) !== 'none');
  const change = ({ kind, id, name }: Subject, access: Access): void =>
    setChanged(new Map([...changed, [keyOf({ kind, id }), { kind, id, name, access } as Shared & { access: Access }]]));
  const share = useMutation({
    mutationFn: () => {
      const shares = subjects.flatMap((subject) => {
        const access = accessOf(subject);
        return access === 'none' ? [] : [toShare(subject, access)];
      });
      return call(dashboardEndpoints.share, { body: { dashboardId, shares } });
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: dashboardKeys.all });
      onClose();
    },
    meta: { isShownInPlace: true },
  });
  return (
    <FormDialog
      size="wide"
      title={formatMessage({ id: 'Dashboard_Share_Title' }, { title })}
      submitLabel={formatMessage({ id: 'Dashboard_Share_Submit' })}
      isBusy={share.isPending}
      isEdited={changed.size > 0}
      isDisabled={query.data === undefined}
      problem={share.error && <ErrorState error={share.error} isCommand />}
      onClose={onClose}
      onSubmit={() => share.mutate()}
    >
      <QueryView query={query}>
        {(dashboard) => (
          <>
            <ul className={classes.subjects}>
              {shown.map((subject) => (
                <li key={keyOf(subject)} className={classes.subject}>
                  <span className={classes.name}>
                    {subject.name}
                    <span className={classes.kind}>{formatMessage({ id: `Dashboard_Share_Kind_${subject.kind}` })}</span>
                  </span>
                  <Segments
                    label={formatMessage({ id: 'Dashboard_Share_With' }, { enterprise: subject.name })}
                    value={accessOf(subject)}
                    options={ACCESS.filter((value) => value !== 'none' || subject.kind === 'enterprise').map((value) => ({
                      value,
                      label: formatMessage({ id: `Dashboard_Share_${value}` }),
                    }))}
                    onChange={(access) => change(subject, access)}
                  />
                  {subject.kind !== 'enterprise' && (
                    <ActionIcon
                      variant="subtle"
                      aria-label={formatMessage({ id: 'Dashboard_Share_Remove' }, { name: subject.name })}
                      onClick={() => change(subject, 'none')}
                    >
                      <IconX size={16} />
                    </ActionIcon>
                  )}
                </li>
              ))}
            </ul>
            {dashboard.enterpriseId !== null && (
              <AddSubject
                enterpriseId={dashboard.enterpriseId}
                taken={new Set(shown.map(keyOf))}
                onAdd={(subject) => change(subject, 'read')}
              />
            )}
          </>
        )}
      </QueryView>
    </FormDialog>
  );
}

interface AddSubjectProps {
  enterpriseId: EnterpriseId;
  /** Who is in the list already. */
  taken: ReadonlySet<string>;
  onAdd: (subject: Subject) => void;
}

/** Users and roles of the enterprise of the dashboard, and further enterprises. */
function AddSubject({ enterpriseId, taken, onAdd }: AddSubjectProps) {
  const { formatMessage } = useIntl();
  const query = useQuery(shareTargetsQuery(enterpriseId));
  const { users = [], roles = [], enterprises = [] } = query.data ?? {};
  const subjects: Subject[] = [
    ...roles.map(({ roleId, name }) => ({ kind: 'role' as const, id: String(roleId), name })),
    ...users.map(({ userId, name }) => ({ kind: 'user' as const, id: String(userId), name })),
    ...enterprises.map(({ enterpriseId: id, name }) => ({ kind: 'enterprise' as const, id: String(id), name })),
  ];
  const free = subjects.filter((subject) => !taken.has(keyOf(subject)));
  return (
    <SelectField
      label={formatMessage({ id: 'Dashboard_Share_Add' })}
      placeholder={formatMessage({ id: 'Dashboard_Share_Add_Placeholder' })}
      options={free.map((subject) => ({
        value: keyOf(subject),
        label: formatMessage(
          { id: 'Dashboard_Share_Subject' },
          { name: subject.name, kind: formatMessage({ id: `Dashboard_Share_Kind_${subject.kind}` }) },
        ),
      }))}
      value={null}
      onChange={(key) => {
        const subject = free.find((each) => keyOf(each) === key);
        if (subject) onAdd(subject);
      }}
    />
  );
}

function keyOf({ kind, id }: Pick<Subject, 'kind' | 'id'>): string {
  return `${kind} ${id}`;
}

function toShare({ kind, id }: Subject, access: 'read' | 'edit'): DashboardShare {
  const subject = kind === 'user' ? { userId: id } : kind === 'role' ? { roleId: id } : { enterpriseId: id };
  return { kind, ...subject, access } as DashboardShare;
}
