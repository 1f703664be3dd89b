import { ActionIcon } from '@mantine/core';
import { TIME_CATEGORIES } from '@solvane/energy/events/time-category';
import { IconTrash } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { OrderedList } from '../../shared/configuration/ordered-list.tsx';
import { RowSelect } from '../../shared/controls/row-select.tsx';
import { TypeSelect } from '../../shared/events/type-select.tsx';
import { useEventLabels } from '../../shared/events/use-event-labels.ts';
import type { DraftCategory } from './category-draft.ts';
import classes from './event-categories.module.css';

interface CategoryListProps {
  categories: readonly DraftCategory[];
  /** Codes of each category. */
  codeCounts: ReadonlyMap<string, number>;
  canMove: boolean;
  canEdit: boolean;
  onChange: (categories: DraftCategory[]) => void;
}

/** Categories by priority: where two apply at the same time, the first one wins. */
export function CategoryList({ categories, codeCounts, canMove, canEdit, onChange }: CategoryListProps) {
  const { formatMessage } = useIntl();
  const words = useEventLabels();
  const change = (id: string, part: Partial<DraftCategory>): void =>
    onChange(categories.map((category) => (category.id === id ? { ...category, ...part } : category)));
  return (
    <OrderedList
      labels={{
        list: formatMessage({ id: 'EventCategorySet_List' }),
        gripHelp: formatMessage({ id: 'EventCategorySet_Grip_Help' }),
        gripOf: ({ name }) => formatMessage({ id: 'EventCategorySet_Grip' }, { category: words.category(name) }),
        movedTo: ({ name }, rank) =>
          formatMessage({ id: 'EventCategorySet_Moved' }, { category: words.category(name), rank, count: categories.length }),
      }}
      items={categories}
      canMove={canMove}
      gridClassName={classes.grid}
      head={
        <>
          <span>{formatMessage({ id: 'EventCategorySet_Column_Priority' })}</span>
          <span>{formatMessage({ id: 'EventCategorySet_Column_Category' })}</span>
          <span>{formatMessage({ id: 'EventCodeSet_Column_Type' })}</span>
          <span>{formatMessage({ id: 'EventCategorySet_Column_Time' })}</span>
          <span className={classes.number}>{formatMessage({ id: 'EventCategorySet_Column_Codes' })}</span>
          <span />
        </>
      }
      renderItem={(category) => (
        <>
          <CategoryFields category={category} canEdit={canEdit} onChange={(part) => change(category.id, part)} />
          <span className={classes.number}>{codeCounts.get(category.id) ?? 0}</span>
          {canEdit ? (
            <ActionIcon
              size="sm"
              aria-label={formatMessage({ id: 'EventCategorySet_Remove' }, { category: words.category(category.name) })}
              disabled={categories.length === 1}
              onClick={() => onChange(categories.filter(({ id }) => id !== category.id))}
            >
              <IconTrash size={16} />
            </ActionIcon>
          ) : (
            <span />
          )}
        </>
      )}
      onChange={onChange}
    />
  );
}

interface CategoryFieldsProps {
  category: DraftCategory;
  canEdit: boolean;
  onChange: (part: Partial<DraftCategory>) => void;
}

/** Name, event type and time category; fields where the user may edit them. */
function CategoryFields({ category: { id, name, eventType, timeCategory }, canEdit, onChange }: CategoryFieldsProps) {
  const { formatMessage } = useIntl();
  const words = useEventLabels();
  const label = words.category(name);
  return (
    <>
      {canEdit ? (
        <input
          aria-label={formatMessage({ id: 'EventCategorySet_Name_Of' }, { category: label })}
          maxLength={100}
          // Names of the product are translated; a name that was typed is stored as typed.
          value={name === id ? label : name}
          onChange={(event) => onChange({ name: event.currentTarget.value === label ? id : event.currentTarget.value })}
        />
      ) : (
        <b>{label}</b>
      )}
      <span className={classes.type}>
        <TypeSelect
          isReadOnly={!canEdit}
          label={formatMessage({ id: 'EventCategorySet_Type_Of' }, { category: label })}
          value={eventType}
          onChange={(type) => onChange({ eventType: type })}
        />
      </span>
      <RowSelect
        isReadOnly={!canEdit}
        label={formatMessage({ id: 'EventCategorySet_Time_Of' }, { category: label })}
        value={timeCategory}
        options={TIME_CATEGORIES.map((time) => ({ value: time, label: formatMessage({ id: `TimeCategory_${time}` }) }))}
        onChange={(time) => onChange({ timeCategory: time })}
      />
    </>
  );
}
