import { DEFAULT_CATEGORY_SETS } from '@solvane/energy/events/category-sets';
import { EVENT_TYPES, type EventType } from '@solvane/energy/events/event-types';
import { isSystemCode, SYSTEM_CODES } from '@solvane/energy/events/system-codes';
import { categoryTextKey, eventTypeTextKey, systemCodeTextKey } from '@solvane/energy/events/text-keys';
import { LOCALES } from '@solvane/i18n/locales';
import { isMessageKey, textIn } from '@solvane/i18n/text';

/** A stored name with its texts on screen, in each language and in lower case. */
interface LocalizedName<Name extends string> {
  name: Name;
  texts: readonly string[];
}

/** Categories every installation begins with whose name in one of the languages holds a text, or is it. */
export function categoriesNamed(text: string, { isExact }: { isExact: boolean }): string[] {
  return matching(localizedNames().categories, text, { isExact });
}

/** Codes of the system whose description in one of the languages holds a text. */
export function systemCodesNamed(text: string): string[] {
  return matching(localizedNames().codes, text, { isExact: false });
}

/** The event type whose name in one of the languages begins with a text. */
export function typeNamed(text: string): EventType | undefined {
  const wanted = text.toLowerCase();
  return localizedNames().types.find(({ texts }) => texts.some((each) => each.startsWith(wanted)))?.name;
}

function matching(names: readonly LocalizedName<string>[], text: string, { isExact }: { isExact: boolean }): string[] {
  const wanted = text.toLowerCase();
  return names.filter(({ texts }) => texts.some((each) => (isExact ? each === wanted : each.includes(wanted)))).map(({ name }) => name);
}

let known: ReturnType<typeof readNames> | undefined;

/** Read with the first search: nothing else needs the catalogues. */
function localizedNames() {
  known ??= readNames();
  return known;
}

function readNames() {
  const catalogues = LOCALES.map((locale) => textIn(locale));
  const of = <Name extends string>(name: Name, key: string): LocalizedName<Name> => ({
    name,
    texts: isMessageKey(key) ? catalogues.map((text) => text(key).toLowerCase()) : [],
  });
  const names = new Set(Object.values(DEFAULT_CATEGORY_SETS).flatMap((set) => set.map(({ name }) => name)));
  return {
    categories: [...names].map((name) => of(name, categoryTextKey(name))),
    codes: Object.keys(SYSTEM_CODES)
      .filter(isSystemCode)
      .map((code) => of(code, systemCodeTextKey(code))),
    types: EVENT_TYPES.map((type) => of(type, eventTypeTextKey(type))),
  };
}
