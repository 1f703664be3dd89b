import { eventCommandEndpoints } from '@solvane/contract/event-commands';
import type { Event } from '@solvane/contract/events';
import type { SegmentId, SiteId } from '@solvane/contract/ids';
import { CheckField } from '@solvane/ui/check-field';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { call } from '../../api/call.ts';
import { MultiSelectField } from '../fields/select-field.tsx';
import { sitesQuery } from '../fleet/sites.queries.ts';
import { ErrorState } from '../states/error-state.tsx';
import { instantOf, NO_TIME, readDay, readMoment, toTypedTime } from '../time/local-moment.ts';
import { LocalTimeField } from '../time/local-time-field.tsx';
import { CategorySelect } from './actions/category-select.tsx';
import { CodeField } from './actions/code-field.tsx';
import classes from './actions/event-action-dialog.module.css';
import { EventActionDialog } from './actions/event-action-dialog.tsx';
import { EventActionProblem } from './actions/event-action-problem.tsx';
import { deviceCodesQuery } from './actions/event-choices.queries.ts';
import { siteDevicesQuery } from './actions/site-devices.queries.ts';
import { eventKeys } from './event.queries.ts';

interface ManualEventDialogProps {
  open: boolean;
  onClose: () => void;
  onDone?: ((created: readonly Event[]) => void) | undefined;
  /** Chosen to begin with, as in the device panel. */
  siteIds?: readonly SiteId[] | undefined;
  segmentIds?: readonly SegmentId[] | undefined;
  /** Start and end to begin with, on the clock of a zone. */
  moment?: { startMs: number; endMs: number; zone: string } | undefined;
}

/** Creates a manual event on devices of one time zone. */
export function ManualEventDialog({ open, ...props }: ManualEventDialogProps) {
  return open ? <ManualEvent {...props} /> : null;
}

/** The tree of a site comes whole: of more sites at once it would be too much. */
const MOST_SITES = 30;

function ManualEvent({ onClose, onDone, siteIds = [], segmentIds = [], moment }: Omit<ManualEventDialogProps, 'open'>) {
  const { formatMessage } = useIntl();
  const queryClient = useQueryClient();
  const sites = useQuery(sitesQuery());
  const known = sites.data?.sites ?? [];
  const [siteChoice, setSiteChoice] = useState<readonly SiteId[]>(siteIds.slice(0, MOST_SITES));
  const [deviceChoice, setDeviceChoice] = useState<readonly SegmentId[]>(segmentIds);
  const [start, setStart] = useState(() => (moment ? toTypedTime(moment.startMs, moment.zone) : NO_TIME));
  const [end, setEnd] = useState(() => (moment ? toTypedTime(moment.endMs, moment.zone) : NO_TIME));
  const [isOpenEnded, setIsOpenEnded] = useState(false);
  const [code, setCode] = useState('');
  const [category, setCategory] = useState<string | null>(null);
  const [isChecked, setIsChecked] = useState(false);
  const chosenSites = known.filter(({ siteId }) => siteChoice.includes(siteId));
  const zones = [...new Set(chosenSites.map(({ metadata }) => metadata.timezone ?? 'UTC'))];
  const zone = zones[0] ?? 'UTC';
  const devices = useQuery(siteDevicesQuery(siteChoice));
  const offered = devices.data ?? [];
  const segments = deviceChoice.filter((id) => offered.some((device) => device.segmentId === id));
  const classifications = useQuery(deviceCodesQuery(segments));
  const startMs = instantOf(readMoment(start, zone));
  const endMs = isOpenEnded ? null : instantOf(readMoment(end, zone));
  const create = useMutation({
    mutationFn: (body: Parameters<typeof call<typeof eventCommandEndpoints.create>>[1]['body']) =>
      call(eventCommandEndpoints.create, { body }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: eventKeys.all }),
    meta: { isShownInPlace: true, doneMessage: 'EventAction_Created' },
  });
  const required = (isMissing: boolean) => isChecked && isMissing && formatMessage({ id: 'Common_Validation_Required' });
  const rejected = (why: string) => formatMessage({ id: 'EventLog_Create_Rejected' }, { why, device: '' });
  const isOtherZone = zones.length > 1;
  const isEmpty = startMs !== undefined && endMs !== undefined && endMs !== null && endMs <= startMs;
  const submit = (reason: string): void => {
    setIsChecked(true);
    if (segments.length === 0 || startMs === undefined || endMs === undefined || isEmpty || isOtherZone || code.trim() === '') return;
    const body = { segmentIds: segments, startMs, endMs, code: code.trim(), reason, ...(category !== null && { category }) };
    create.mutate(body, {
      onSuccess: ({ items }) => {
        onDone?.(items);
        onClose();
      },
    });
  };
  return (
    <EventActionDialog
      title={formatMessage({ id: 'EventAction_Create_Title' })}
      label={formatMessage({ id: 'EventAction_Create_Submit' }, { count: segments.length })}
      isWide
      isPending={create.isPending}
      isEdited={isOpenEnded || [start.date, start.time, end.time, code].some((text) => text.trim() !== '') || category !== null}
      onClose={onClose}
      onSubmit={submit}
      problem={<EventActionProblem error={create.error} failed="EventLog_Create_Failed" zone={zone} />}
    >
      {sites.error && <ErrorState error={sites.error} onRetry={() => void sites.refetch()} />}
      {devices.error && <ErrorState error={devices.error} onRetry={() => void devices.refetch()} />}
      <MultiSelectField
        label={formatMessage({ id: 'EventAction_Create_Sites' })}
        isRequired
        isSearchable
        hasFocus={siteIds.length === 0}
        maxCount={MOST_SITES}
        options={known.map(({ siteId, name }) => ({ value: siteId, label: name }))}
        values={siteChoice}
        error={isOtherZone ? rejected('differentZones') : required(siteChoice.length === 0)}
        onChange={setSiteChoice}
      />
      <MultiSelectField
        label={formatMessage({ id: 'EventAction_Create_Devices' })}
        isRequired
        isSearchable
        isDisabled={siteChoice.length === 0}
        options={offered.map(({ segmentId, name, siteName }) => ({ value: segmentId, label: name, group: siteName }))}
        values={segments}
        error={required(segments.length === 0)}
        onChange={setDeviceChoice}
      />
      <div className={classes.pair}>
        <LocalTimeField
          label={formatMessage({ id: 'EventDetails_Start' })}
          zone={zone}
          hasZone={zones.length > 0}
          value={start}
          showsMissing={isChecked}
          onChange={(next) => {
            setStart(next);
            // Most events end on the day they begin.
            if (end.date === '') setEnd({ ...end, date: readDay(next.date) ?? '' });
          }}
        />
        <div>
          {!isOpenEnded && (
            <LocalTimeField
              label={formatMessage({ id: 'EventDetails_End' })}
              zone={zone}
              hasZone={zones.length > 0}
              value={end}
              showsMissing={isChecked}
              error={isEmpty ? rejected('empty') : undefined}
              onChange={setEnd}
            />
          )}
          <CheckField label={formatMessage({ id: 'EventAction_Create_Open' })} isChecked={isOpenEnded} onChange={setIsOpenEnded} />
        </div>
      </div>
      <CodeField
        codes={classifications.data?.codes ?? []}
        deviceCount={classifications.data?.readCount ?? 0}
        value={code}
        error={required(code.trim() === '')}
        onChange={setCode}
      />
      <CategorySelect
        categories={classifications.data?.categorySets.length === 1 ? (classifications.data.categorySets[0]?.categories ?? []) : []}
        placeholder={formatMessage({ id: 'EventAction_Category_OfCode' })}
        value={category}
        onChange={setCategory}
      />
    </EventActionDialog>
  );
}
