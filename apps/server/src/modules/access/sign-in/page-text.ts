import type { Issue } from '@solvane/contract/errors';
import type { RegionalFormat } from '@solvane/contract/session';
import { isMessageKey, type Text, textIn } from '@solvane/i18n/text';

const texts = new Map<RegionalFormat, Text>();

export function pageText(locale: RegionalFormat): Text {
  const known = texts.get(locale) ?? textIn(locale);
  texts.set(locale, known);
  return known;
}

/** Schemas name their messages as texts; one that is no key of ours says at least that something is wrong. */
export function issueText(text: Text, { message, values = {} }: Issue): string {
  return isMessageKey(message) ? text(message, values) : text('Common_Validation_Invalid');
}
