import { isMessageKey, tolerantTextIn } from '@solvane/i18n/text';

const text = tolerantTextIn('en-US');

/** The English sentence of a message key, for clients without the catalogue. What is no key is a sentence already. */
export function englishText(message: string, values: Record<string, string | number> = {}): string {
  return isMessageKey(message) ? text(message, values) : message;
}
