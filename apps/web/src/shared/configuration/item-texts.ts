import type { IntlShape } from 'react-intl';
import type { MergeOptions, TheirChange } from './three-way-merge.ts';

/** How items of a configuration and their fields are compared and shown. */
export interface ItemTexts<Item> extends MergeOptions<Item> {
  nameOf: (item: Item) => string;
  labelOf: (field: keyof Item & string) => string;
  /** null: no value */
  textOf: (item: Item, field: keyof Item & string) => string | null;
}

/** One change as text. */
export interface ChangeText {
  label: string;
  before: string | null | undefined;
  after: string | null | undefined;
  /** Own value of the same field. */
  own?: string | undefined;
  /** The own draft changes the same field to another value. */
  isInBoth: boolean;
}

const NONE = '\u2014';

export function changeText<Item>(
  change: TheirChange<Item>,
  { fields, nameOf, labelOf, textOf }: ItemTexts<Item>,
  { formatMessage }: Pick<IntlShape, 'formatMessage'>,
): ChangeText {
  const { isInBoth, own } = change;
  if (change.kind === 'order') {
    const orderOf = (items: readonly Item[]) => items.map(nameOf).join(' \u203a ');
    const label = formatMessage({ id: 'Configuration_Conflict_Order' });
    return { label, before: orderOf(change.before), after: orderOf(change.after), isInBoth };
  }
  if (change.kind === 'item') {
    const item = change.after ?? change.before;
    const summaryOf = (each: Item | undefined) => each && fields.map((field) => textOf(each, field) ?? NONE).join(' \u00b7 ');
    const texts = { before: summaryOf(change.before), after: summaryOf(change.after), own: summaryOf(own) };
    return { label: item ? nameOf(item) : '', ...texts, isInBoth };
  }
  const { field, before, after } = change;
  const ownText = own && (textOf(own, field) ?? NONE);
  return {
    label: `${nameOf(after)}, ${labelOf(field)}`,
    before: textOf(before, field),
    after: textOf(after, field),
    own: ownText,
    isInBoth,
  };
}
