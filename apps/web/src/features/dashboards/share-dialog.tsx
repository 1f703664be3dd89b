import { type DashboardId, type DashboardShare, dashboardEndpoints } from '@solvane/contract/dashboards';
import { enterpriseIdSchema } from '@solvane/contract/ids';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { call } from '../../api/call.ts';
import { Segments } from '../../shared/controls/segments.tsx';
import { dashboardKeys, dashboardQuery } from '../../shared/dashboards/dashboards.queries.ts';
import { FormDialog } from '../../shared/dialogs/form-dialog.tsx';
import { ErrorState } from '../../shared/states/error-state.tsx';
import { QueryView } from '../../shared/states/query-view.tsx';
import { useFleet } from '../../workspace/fleet/use-fleet.ts';

const ACCESS = ['none', 'read', 'edit'] as const;
type Access = (typeof ACCESS)[number];

interface ShareDialogProps {
  dashboardId: DashboardId;
  title: string;
  onClose: () => void;
}

/** What every enterprise of the user may do with a dashboard. Shares with single users and roles stay as they are. */
export function ShareDialog({ dashboardId, title, onClose }: ShareDialogProps) {
  const { formatMessage } = useIntl();
  const queryClient = useQueryClient();
  const { enterprises } = useFleet();
  const query = useQuery(dashboardQuery(dashboardId));
  const [changed, setChanged] = useState<Readonly<Record<string, Access>>>({});
  const sharedWith = query.data?.sharedWith ?? [];
  const accessOf = (id: string): Access =>
    changed[id] ?? sharedWith.find((share) => share.kind === 'enterprise' && share.id === id)?.access ?? 'none';
  const share = useMutation({
    mutationFn: () => {
      const others = sharedWith.filter((each) => each.kind !== 'enterprise' || !enterprises.some(({ id }) => id === each.id));
      const shares = [
        ...others.map(toShare),
        ...enterprises.flatMap(({ id }) => {
          const access = accessOf(id);
          return access === 'none' ? [] : [{ kind: 'enterprise' as const, enterpriseId: enterpriseIdSchema.parse(id), access }];
        }),
      ];
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
      title={formatMessage({ id: 'Dashboard_Share_Title' }, { title })}
      submitLabel={formatMessage({ id: 'Dashboard_Share_Submit' })}
      isBusy={share.isPending}
      isEdited={Object.keys(changed).length > 0}
      isDisabled={query.data === undefined}
      problem={share.error && <ErrorState error={share.error} isCommand />}
      onClose={onClose}
      onSubmit={() => share.mutate()}
    >
      <QueryView query={query}>
        {() =>
          enterprises.map(({ id, name }) => (
            <section key={id} aria-label={name}>
              <p>{name}</p>
              <Segments
                label={formatMessage({ id: 'Dashboard_Share_With' }, { enterprise: name })}
                value={accessOf(id)}
                options={ACCESS.map((value) => ({ value, label: formatMessage({ id: `Dashboard_Share_${value}` }) }))}
                onChange={(access) => setChanged({ ...changed, [id]: access })}
              />
            </section>
          ))
        }
      </QueryView>
    </FormDialog>
  );
}

function toShare({ kind, id, access }: { kind: DashboardShare['kind']; id: string; access: 'read' | 'edit' }): DashboardShare {
  const subject = kind === 'user' ? { userId: id } : kind === 'role' ? { roleId: id } : { enterpriseId: id };
  return { kind, ...subject, access } as DashboardShare;
}
