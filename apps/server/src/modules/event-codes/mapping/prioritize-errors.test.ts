import { ERRORS } from '@solvane/contract/errors';
import { textIn } from '@solvane/i18n/text';
import { expect, test } from 'vitest';

/** What a person reads who re-prioritises categories, word for word: the tests beside this one produce each of them through the door. */
const TEXTS = [
  [
    'EventCategorySet_Problem_categoryNotInSet',
    { category: 'Snow', set: 'Ours' },
    'The category Snow is not in Ours',
    'Kategorin Snow finns inte i Ours',
    'La catégorie Snow n’est pas dans Ours',
  ],
  [
    'EventCategorySet_Problem_priorityExists',
    { other: 'Grid outage', rank: 2 },
    'Grid outage already has the priority 2',
    'Grid outage har redan prioriteten 2',
    'Grid outage a déjà la priorité 2',
  ],
  [
    ERRORS['eventCategorySets.notFound'].title,
    {},
    'Category set not found',
    'Kategoriuppsättningen hittades inte',
    'Ensemble de catégories introuvable',
  ],
  [
    'EventAction_Categorize_NotAllowed',
    {},
    'Not allowed to edit category',
    'Du får inte ändra kategorin',
    'Non autorisé à modifier la catégorie',
  ],
] as const;

test.each(TEXTS)('%s', (key, values, english, swedish, french) => {
  expect((['en-US', 'sv-SE', 'fr-CA'] as const).map((locale) => textIn(locale)(key, values))).toEqual([english, swedish, french]);
});
