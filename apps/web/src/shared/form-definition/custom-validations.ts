import { SECONDARY_EVENT_TYPES } from '@solvane/contract/event-names';
import type { CustomValidation } from '@solvane/contract/forms';
import { TITLE_PLACEHOLDERS, unknownPlaceholders } from '@solvane/contract/widgets/widget-title';
import type { MessageKey } from '@solvane/i18n/messages';
import { type FormValue, isEmpty } from './form-values.ts';

interface CustomRule {
  /** Judges a value that is not empty, with the values it depends on. */
  isFine: (value: FormValue, others: readonly (FormValue | undefined)[]) => boolean;
  /** Shown where the definition has no message of its own. */
  message: MessageKey;
  /** Values in the message. */
  valuesOf?: (value: FormValue) => Record<string, string>;
}

/** Every rule that is a function: server definitions name them. */
export const CUSTOM_RULES: Record<CustomValidation, CustomRule> = {
  email: { isFine: (value) => matches(value, /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/), message: 'Common_Validation_Email' },
  // E.164: plus, country code, at most fifteen digits; spaces, hyphens, dots and brackets are how people write them.
  internationalPhone: {
    isFine: (value) => typeof value === 'string' && /^\+[1-9]\d{6,14}$/.test(value.replace(/[\s().-]/g, '')),
    message: 'Form_Validation_Phone',
  },
  plainName: {
    isFine: (value) => matches(value, /^[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N} ._'’()-]*$/u),
    message: 'Form_Validation_PlainName',
  },
  integerList: { isFine: (value) => matches(value, /^\s*-?\d+\s*(,\s*-?\d+\s*)*$/), message: 'Form_Validation_IntegerList' },
  after: {
    isFine: (value, others) => others.every((other) => isEmpty(other) || compare(value, other) > 0),
    message: 'Form_Validation_After',
  },
  notBefore: {
    isFine: (value, others) => others.every((other) => isEmpty(other) || compare(value, other) >= 0),
    message: 'Form_Validation_NotBefore',
  },
  primaryEventTypes: {
    isFine: (value) => !(Array.isArray(value) && SECONDARY_EVENT_TYPES.some((type) => value.some((each) => each === type))),
    message: 'Widget_Validation_SecondaryTypes',
  },
  titlePlaceholders: {
    isFine: (value) => typeof value === 'string' && unknownPlaceholders(value).length === 0,
    message: 'Widget_Title_Unknown',
    valuesOf: (value) => ({ name: inBraces(unknownPlaceholders(String(value))), names: inBraces(TITLE_PLACEHOLDERS) }),
  },
  // `//` would leave the product without saying so.
  address: { isFine: (value) => matches(value, /^(https?:\/\/|\/(?!\/))\S*$/), message: 'Widget_Validation_Url' },
};

function inBraces(names: readonly string[]): string {
  return names.map((name) => `{${name}}`).join(', ');
}

function matches(value: FormValue, pattern: RegExp): boolean {
  return typeof value === 'string' && pattern.test(value.trim());
}

/** Numbers by size, local dates by their ISO form, which sorts as time does. NaN: not comparable, which no rule accepts. */
function compare(left: FormValue, right: FormValue | undefined): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  if (typeof left === 'string' && typeof right === 'string') return left < right ? -1 : Number(left > right);
  return Number.NaN;
}
