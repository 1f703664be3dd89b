// biome-ignore-all lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
// biome-ignore-all lint/a11y/useSemanticElements: a table of rows that are drawn only while in view is no table element
// biome-ignore-all lint/a11y/useFocusableInteractive: the fields in the cells have the focus
import { Checkbox } from '@mantine/core';
import type { UnmappedCode, UsableCategory } from '@solvane/contract/event-codes';
import { EVENT_TYPES } from '@solvane/energy/events/event-types';
import { decimalText } from '@solvane/i18n/number-text';
import { useFixedRows } from '@solvane/ui/fixed-rows';
import { useIntl } from 'react-intl';
import { EventMark } from '../../shared/events/event-mark.tsx';
import { useEventLabels } from '../../shared/events/use-event-labels.ts';
import { useViewport } from '../../shared/screen/use-viewport.ts';
import { keyOf, type WantedCode } from './unmapped-classifications.ts';
import classes from './unmapped-table.module.css';

interface UnmappedTableProps {
  items: readonly UnmappedCode[];
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
  categoriesOf: (item: UnmappedCode) => readonly UsableCategory[];
  meaningOf: (item: UnmappedCode) => WantedCode | undefined;
  onWant: (item: UnmappedCode, meaning: WantedCode) => void;
}

const ROW_HEIGHT = 48;
/** On a phone what a code means stands below where it comes from. */
const CARD_HEIGHT = 168;

export function UnmappedTable(props: UnmappedTableProps) {
  const { items, selected, onSelect } = props;
  const { formatMessage } = useIntl();
  const { scrollRef, first, end, totalHeight, offset } = useFixedRows({
    count: items.length,
    rowHeight: useViewport() === 'phone' ? CARD_HEIGHT : ROW_HEIGHT,
  });
  const usable = items.filter(({ canMap }) => canMap).map(keyOf);
  const all = usable.length > 0 && usable.every((key) => selected.has(key));
  return (
    <div
      ref={scrollRef}
      className={classes.scroll}
      role="table"
      aria-label={formatMessage({ id: 'EventCodeSet_Tab_Unmapped' })}
      aria-rowcount={items.length + 1}
      tabIndex={0}
    >
      <div role="row" aria-rowindex={1} className={classes.head}>
        <div role="columnheader">
          <Checkbox
            size="xs"
            aria-label={formatMessage({ id: 'EventCodeSet_Unmapped_SelectAll' })}
            disabled={usable.length === 0}
            checked={all}
            indeterminate={!all && usable.some((key) => selected.has(key))}
            onChange={() => onSelect(all ? new Set() : new Set(usable))}
          />
        </div>
        <div role="columnheader">{formatMessage({ id: 'EventCodeSet_Column_Code' })}</div>
        <div role="columnheader">{formatMessage({ id: 'EventCodeSet_Column_Devices' })}</div>
        <div role="columnheader" className={classes.number}>
          {formatMessage({ id: 'EventCodeSet_Column_Count' })}
        </div>
        <div role="columnheader">{formatMessage({ id: 'EventCodeSet_Column_Seen' })}</div>
        <div role="columnheader">{formatMessage({ id: 'EventCodeSet_Column_Category' })}</div>
        <div role="columnheader">{formatMessage({ id: 'EventCodeSet_Column_Type' })}</div>
      </div>
      <div role="presentation" style={{ blockSize: totalHeight, minInlineSize: 'fit-content' }}>
        <div role="presentation" style={{ transform: `translateY(${offset}px)` }}>
          {items.slice(first, end).map((item, index) => (
            <UnmappedRow key={keyOf(item)} item={item} index={first + index} {...props} />
          ))}
        </div>
      </div>
    </div>
  );
}

function UnmappedRow({
  item,
  index,
  selected,
  onSelect,
  categoriesOf,
  meaningOf,
  onWant,
}: UnmappedTableProps & { item: UnmappedCode; index: number }) {
  const { formatMessage, formatDate, locale } = useIntl();
  const words = useEventLabels();
  const key = keyOf(item);
  const { code, message, suggestion, canMap } = item;
  const meaning = meaningOf(item);
  const categories = categoriesOf(item);
  const isSelected = selected.has(key) && canMap;
  const isSuggested = meaning !== undefined && meaning.category === suggestion?.category && meaning.eventType === suggestion.eventType;
  const date = (instantMs: number): string => formatDate(instantMs, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
  const chooseCategory = (name: string): void => {
    const category = categories.find((each) => each.name === name);
    if (category) onWant(item, { category: category.name, eventType: category.eventType });
  };
  return (
    <div role="row" aria-rowindex={index + 2} className={classes.row} data-selected={isSelected || undefined}>
      <div role="cell">
        <Checkbox
          size="xs"
          aria-label={formatMessage({ id: 'EventCodeSet_Unmapped_Select' }, { code })}
          disabled={!canMap}
          checked={isSelected}
          onChange={() => onSelect(selected.symmetricDifference(new Set([key])))}
        />
      </div>
      <div role="rowheader" className={classes.two} title={message}>
        <b>{code}</b>
        <small>{message === '' ? formatMessage({ id: 'EventCodeSet_Unmapped_NoText' }) : message}</small>
      </div>
      <DevicesCell item={item} />
      <div role="cell" className={classes.number}>
        <span className={classes.figure}>{decimalText(item.count, { digits: 0, locale })}</span>
        <span className={classes.withUnit}>{formatMessage({ id: 'EventCodeSet_Unmapped_Events' }, { count: item.count })}</span>
      </div>
      <div role="cell" className={classes.two}>
        <span>{date(item.lastSeenMs)}</span>
        <small>{formatMessage({ id: 'EventCodeSet_Unmapped_Since' }, { since: date(item.firstSeenMs) })}</small>
      </div>
      <div role="cell" className={classes.two}>
        {canMap ? (
          <select
            className={classes.input}
            aria-label={formatMessage({ id: 'EventCodeSet_Category_Of' }, { code })}
            value={meaning?.category ?? ''}
            onChange={(event) => chooseCategory(event.currentTarget.value)}
          >
            {!meaning && <option value="">{formatMessage({ id: 'EventCodeSet_Unmapped_Choose' })}</option>}
            {categories.map(({ name }) => (
              <option key={name} value={name}>
                {words.category(name)}
              </option>
            ))}
          </select>
        ) : (
          <small>
            {formatMessage({ id: item.manufacturer === null ? 'EventCodeSet_Unmapped_NoMaker' : 'EventCodeSet_Unmapped_NotAllowed' })}
          </small>
        )}
        {isSuggested && (
          <small title={suggestion.description}>
            {formatMessage({ id: 'EventCodeSet_Unmapped_Suggested' }, { code: suggestion.code, text: suggestion.description })}
          </small>
        )}
      </div>
      <div role="cell" className={classes.type}>
        {meaning && canMap && (
          <>
            <EventMark type={meaning.eventType} />
            <select
              className={classes.input}
              aria-label={formatMessage({ id: 'EventCodeSet_Type_Of' }, { code })}
              value={meaning.eventType}
              onChange={(event) => {
                const eventType = EVENT_TYPES.find((type) => type === event.currentTarget.value);
                if (eventType) onWant(item, { ...meaning, eventType });
              }}
            >
              {EVENT_TYPES.map((type) => (
                <option key={type} value={type}>
                  {words.type(type)}
                </option>
              ))}
            </select>
          </>
        )}
      </div>
    </div>
  );
}

/** Whose code it is, and which devices sent it. */
function DevicesCell({ item: { manufacturer, model, devices, deviceCount, sites } }: { item: UnmappedCode }) {
  const { formatMessage } = useIntl();
  const names = devices.map(({ name }) => name).join(', ');
  const maker = [manufacturer, model].filter((part) => part !== null).join(' ');
  return (
    <div role="cell" className={classes.two} title={names}>
      <span>{maker === '' ? formatMessage({ id: 'EventCodeSet_Unmapped_UnknownMaker' }) : maker}</span>
      <small>
        {deviceCount === 1
          ? `${sites[0]?.name ?? ''} ${names}`
          : formatMessage({ id: 'EventCodeSet_Impact_Where' }, { devices: deviceCount, sites: sites.length })}
      </small>
    </div>
  );
}
