import type { UsedCategorySet } from '@solvane/contract/event-choices';
import { eventCommandEndpoints } from '@solvane/contract/event-commands';
import type { Event } from '@solvane/contract/events';
import { EVENT_TYPES, type EventType } from '@solvane/energy/events/event-types';
import { ProblemBox } from '@solvane/ui/problem-box';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { call } from '../../api/call.ts';
import { SelectField } from '../fields/select-field.tsx';
import { ErrorState } from '../states/error-state.tsx';
import { ANY_ACTION, BulkTouches } from './actions/bulk-touches.tsx';
import { CategorySelect } from './actions/category-select.tsx';
import classes from './actions/event-action-dialog.module.css';
import { EventActionDialog } from './actions/event-action-dialog.tsx';
import { EventActionProblem } from './actions/event-action-problem.tsx';
import { type EventActionDialogProps, type EventActionTarget, toSelection } from './actions/event-action-target.ts';
import { EventChanges } from './actions/event-changes.tsx';
import { classificationsQuery } from './actions/event-choices.queries.ts';
import { PartlyRead } from './actions/partly-read.tsx';
import { useEventAction } from './actions/use-event-action.ts';
import { useEventLabels } from './use-event-labels.ts';

/** Gives events a category of the set their devices use, with its type or another one. */
export function CategorizeDialog({ open, ...props }: EventActionDialogProps) {
  return open ? <Categorize {...props} /> : null;
}

interface Wanted {
  categorySet: string;
  category: string;
  type: EventType | undefined;
  reason: string;
}

function Categorize({ onClose, onDone, ...target }: Omit<EventActionDialogProps, 'open'> & EventActionTarget) {
  const { formatMessage } = useIntl();
  const words = useEventLabels();
  const classifications = useQuery(classificationsQuery(toSelection(target)));
  const sets = classifications.data?.categorySets ?? [];
  const [chosenSet, setChosenSet] = useState<string | null>(null);
  const [category, setCategory] = useState<string | null>(null);
  const [type, setType] = useState<EventType | null>(null);
  const [isChecked, setIsChecked] = useState(false);
  const command = useEventAction({
    target,
    run: ({ categorySet: _, ...wanted }: Wanted, events) => call(eventCommandEndpoints.categorize, { body: { events, ...wanted } }),
    toAction: ({ categorySet, category: name, type: other }) => ({ kind: 'categorize', categorySet, category: name, type: other }),
    doneMessage: 'EventAction_Categorized',
  });
  const setKey = chosenSet ?? (sets.length === 1 && sets[0] ? keyOf(sets[0]) : null);
  const set = sets.find((each) => keyOf(each) === setKey);
  const ownType = set?.categories.find(({ name }) => name === category)?.eventType;
  const required = (isMissing: boolean) => isChecked && isMissing && formatMessage({ id: 'Common_Validation_Required' });
  const submit = (reason: string): void => {
    setIsChecked(true);
    if (!set || category === null) return;
    command.submit({ categorySet: set.name, category, type: type ?? undefined, reason }, () => {
      onDone?.();
      onClose();
    });
  };
  return (
    <EventActionDialog
      title={formatMessage({ id: 'EventAction_Categorize_Title' }, { count: command.count })}
      label={formatMessage({ id: command.isStale ? 'EventAction_TryAgain' : 'EventAction_Categorize_Submit' }, { count: command.count })}
      isPending={command.isPending}
      isDisabled={(target.events ?? []).some(isForbidden)}
      isEdited={category !== null || type !== null}
      onClose={onClose}
      onSubmit={submit}
      problem={
        <>
          <EventChanges changes={command.changes} />
          <EventActionProblem error={command.error} failed="EventLog_Categorize_Failed" zone={target.events?.[0]?.timezone ?? 'UTC'} />
        </>
      }
    >
      <NotAllowed events={target.events ?? []} />
      <BulkTouches selection={command.selection} action={ANY_ACTION} />
      <PartlyRead classifications={classifications.data} />
      {classifications.error && <ErrorState error={classifications.error} onRetry={() => void classifications.refetch()} />}
      <SelectField
        label={formatMessage({ id: 'EventAction_CategorySet' })}
        isRequired
        isSearchable
        options={sets.map((each) => ({ value: keyOf(each), label: setLabel(each, formatMessage) }))}
        value={setKey}
        isDisabled={classifications.isPending}
        error={required(!set)}
        help={
          set &&
          set.deviceCount < (classifications.data?.readCount ?? 0) &&
          formatMessage({ id: 'EventAction_CategorySet_Some' }, { count: set.deviceCount, all: classifications.data?.readCount ?? 0 })
        }
        onChange={(next) => {
          setChosenSet(next);
          setCategory(null);
        }}
      />
      <CategorySelect
        isFirst
        categories={set?.categories ?? []}
        value={category}
        error={required(category === null)}
        onChange={setCategory}
      />
      <SelectField
        label={formatMessage({ id: 'EventAction_Type' })}
        placeholder={ownType ? formatMessage({ id: 'EventAction_Type_OfCategory' }, { type: words.type(ownType) }) : ''}
        isClearable
        options={EVENT_TYPES.map((each) => ({ value: each, label: words.type(each) }))}
        value={type}
        onChange={setType}
      />
      {command.count > 1 && <p className={classes.quiet}>{formatMessage({ id: 'EventAction_Categorize_Whole' })}</p>}
    </EventActionDialog>
  );
}

function NotAllowed({ events }: { events: readonly Event[] }) {
  const { formatMessage } = useIntl();
  if (!events.some(isForbidden)) return null;
  return (
    <ProblemBox title={formatMessage({ id: 'EventAction_Categorize_NotAllowed' })}>
      {events.some(({ isSettled }) => isSettled) && <p>{formatMessage({ id: 'EventAction_Settled' })}</p>}
    </ProblemBox>
  );
}

function isForbidden({ can }: Event): boolean {
  return !can.categorize;
}

/** Two enterprises may call their sets alike. */
function keyOf({ name, energyType, categories }: UsedCategorySet): string {
  return JSON.stringify([name, energyType, categories.map((category) => category.name)]);
}

function setLabel({ name, isDefault, energyType }: UsedCategorySet, formatMessage: ReturnType<typeof useIntl>['formatMessage']): string {
  return isDefault ? formatMessage({ id: `EventAction_CategorySet_${energyType}` }) : name;
}
