import { Button, Textarea, TextInput } from '@mantine/core';
import { workOrderEndpoints } from '@solvane/contract/event-commands';
import type { Event, EventDetails, WorkOrder } from '@solvane/contract/events';
import type { UserId } from '@solvane/contract/ids';
import { LIMITS } from '@solvane/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { call } from '../../api/call.ts';
import { peopleQuery } from '../../shared/events/actions/event-choices.queries.ts';
import { eventQuery } from '../../shared/events/event.queries.ts';
import { useEventLabels } from '../../shared/events/use-event-labels.ts';
import { useEventRequest } from '../../shared/events/use-event-request.ts';
import { useEventTime } from '../../shared/events/use-event-time.ts';
import { SelectField } from '../../shared/fields/select-field.tsx';
import classes from './orders.module.css';
import prose from './prose.module.css';

/** As long as an order waits for its number. */
const LOOK_AGAIN_MS = 2_000;

/** Work that was asked for because of the event: what, who does it, and its number in the register once it has one. */
export function WorkOrdersTab({ details: { event } }: { details: EventDetails }) {
  const { formatMessage } = useIntl();
  const { data } = useQuery({
    ...eventQuery(event.eventId),
    refetchInterval: ({ state }) => (state.data?.workOrders.some(isPending) ? LOOK_AGAIN_MS : false),
  });
  const orders = data?.workOrders ?? [];
  return (
    <>
      {orders.length === 0 && <p className={prose.quiet}>{formatMessage({ id: 'WorkOrder_None' })}</p>}
      {orders.length > 0 && (
        <ul className={classes.list} aria-label={formatMessage({ id: 'WorkOrder_List' })}>
          {orders.map((order) => (
            <OrderItem key={order.workOrderId} order={order} event={event} />
          ))}
        </ul>
      )}
      {event.can.edit && <OrderForm event={event} />}
    </>
  );
}

function OrderItem({ order, event }: { order: WorkOrder; event: Event }) {
  const { formatMessage } = useIntl();
  const time = useEventTime(event.timezone);
  const assign = useEventRequest(
    (assigneeId: UserId | null) => call(workOrderEndpoints.assign, { body: { workOrderId: order.workOrderId, assigneeId } }),
    'WorkOrder_Assign_Failed',
  );
  const createdBy = formatMessage({ id: 'EventDetails_ByAt' }, { by: order.author, at: time(order.createdAtMs) });
  return (
    <li className={classes.order}>
      <div className={classes.text}>
        <p className={classes.title}>{order.title}</p>
        {order.description !== '' && <p className={prose.text}>{order.description}</p>}
        <p className={prose.quiet}>
          <span data-state={order.state}>
            {order.state === 'created' ? order.reference : formatMessage({ id: `WorkOrder_State_${order.state}` })}
          </span>
          {' · '}
          {createdBy}
        </p>
      </div>
      {event.can.edit ? (
        <AssigneeSelect
          event={event}
          label={formatMessage({ id: 'WorkOrder_Assignee_Of' }, { title: order.title })}
          isHidden
          value={order.assignee}
          isDisabled={assign.isPending}
          onChange={(assigneeId) => assign.mutate(assigneeId)}
        />
      ) : (
        <p>{order.assignee?.name ?? formatMessage({ id: 'WorkOrder_Unassigned' })}</p>
      )}
    </li>
  );
}

function OrderForm({ event }: { event: Event }) {
  const { formatMessage } = useIntl();
  const words = useEventLabels();
  const suggested = formatMessage({ id: 'WorkOrder_Title_Suggested' }, { device: event.deviceName, what: words.title(event) });
  const [title, setTitle] = useState(suggested);
  const [description, setDescription] = useState('');
  const [assignee, setAssignee] = useState<UserId | null>(null);
  const [isTried, setTried] = useState(false);
  const create = useEventRequest(
    () =>
      call(workOrderEndpoints.create, {
        body: { eventId: event.eventId, title: title.trim(), description: description.trim(), assigneeId: assignee },
      }),
    'WorkOrder_Create_Failed',
  );
  const submit = (): void => {
    setTried(true);
    if (title.trim() === '') return;
    create.mutate(undefined, {
      onSuccess: () => {
        setTitle(suggested);
        setDescription('');
        setAssignee(null);
        setTried(false);
      },
    });
  };
  return (
    <form
      className={classes.form}
      aria-label={formatMessage({ id: 'WorkOrder_New' })}
      onSubmit={(submitted) => {
        submitted.preventDefault();
        submit();
      }}
    >
      <h4 className={prose.section}>{formatMessage({ id: 'WorkOrder_New' })}</h4>
      <TextInput
        label={formatMessage({ id: 'WorkOrder_Title' })}
        withAsterisk
        maxLength={LIMITS.nameLength}
        value={title}
        error={isTried && title.trim() === '' && formatMessage({ id: 'Common_Validation_Required' })}
        onChange={({ currentTarget }) => setTitle(currentTarget.value)}
      />
      <Textarea
        label={formatMessage({ id: 'WorkOrder_Description' })}
        rows={3}
        maxLength={LIMITS.descriptionLength}
        value={description}
        onChange={({ currentTarget }) => setDescription(currentTarget.value)}
      />
      <AssigneeSelect
        event={event}
        label={formatMessage({ id: 'WorkOrder_Assignee' })}
        value={assignee === null ? null : { userId: assignee }}
        onChange={setAssignee}
      />
      <div className={prose.send}>
        <Button type="submit" loading={create.isPending}>
          {formatMessage({ id: 'WorkOrder_Create' })}
        </Button>
      </div>
    </form>
  );
}

interface AssigneeSelectProps {
  event: Event;
  label: string;
  /** The label is read out only: the row says what it is about. */
  isHidden?: boolean;
  value: { userId: UserId; name?: string } | null;
  isDisabled?: boolean;
  onChange: (userId: UserId | null) => void;
}

/** Only who sees the event can do something about it. */
function AssigneeSelect({ event, label, isHidden = false, value, isDisabled = false, onChange }: AssigneeSelectProps) {
  const { formatMessage } = useIntl();
  const { data } = useQuery(peopleQuery(event.eventId));
  const people = (data?.items ?? []).map(({ userId, name }) => ({ value: userId, label: name }));
  // A user who lost access to the event since then is still its assignee.
  if (value?.name !== undefined && !people.some((each) => each.value === value.userId))
    people.unshift({ value: value.userId, label: value.name });
  return (
    <SelectField
      label={label}
      isLabelHidden={isHidden}
      className={classes.assignee}
      isSearchable
      isClearable
      isDisabled={isDisabled}
      placeholder={formatMessage({ id: 'WorkOrder_Unassigned' })}
      options={people}
      value={value?.userId ?? null}
      onChange={onChange}
    />
  );
}

function isPending({ state }: WorkOrder): boolean {
  return state === 'pending';
}
