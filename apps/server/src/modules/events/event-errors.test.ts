import { ERRORS, type ErrorCode } from '@solvane/contract/errors';
import { textIn } from '@solvane/i18n/text';
import { expect, test } from 'vitest';

/** What a person reads, word for word: the tests beside this one produce each of them through the door. */
const TEXTS: readonly (readonly [
  code: ErrorCode,
  part: 'title' | 'message',
  values: Record<string, string | number>,
  english: string,
  swedish: string,
  french: string,
])[] = [
  ['events.notFound', 'title', {}, 'Group event not found', 'Grupphändelsen hittades inte', 'Événement de groupe introuvable'],
  [
    'events.splitRejected',
    'title',
    {},
    'Could not split events. Please try again.',
    'Det gick inte att dela händelser. Försök igen.',
    'Impossible de scinder les événements. Veuillez réessayer.',
  ],
  [
    'events.splitRejected',
    'message',
    { why: 'differentZones' },
    'The events are in several time zones: split them per time zone.',
    'Händelserna ligger i flera tidszoner: dela dem per tidszon.',
    'Les événements sont dans plusieurs fuseaux horaires\u00a0: scindez-les par fuseau.',
  ],
  [
    'events.categoryNotInSet',
    'title',
    {},
    'Could not categorize events. Please try again.',
    'Det gick inte att kategorisera händelser. Försök igen.',
    'Impossible de catégoriser les événements. Veuillez réessayer.',
  ],
  [
    'events.commentTooLong',
    'title',
    {},
    'Could not comment events. Please try again.',
    'Det gick inte att kommentera händelser. Försök igen.',
    'Impossible de commenter les événements. Veuillez réessayer.',
  ],
  [
    'events.commentTooLong',
    'message',
    { maxLength: 2000 },
    'The comment cannot exceed 2000 characters. Please shorten it.',
    'Kommentaren får inte överstiga 2000 tecken. Förkorta den.',
    'Le commentaire ne peut pas dépasser 2000 caractères. Veuillez le raccourcir.',
  ],
  ['events.mergeRejected', 'title', {}, 'Merge failed', 'Händelserna kunde inte slås ihop', 'La fusion a échoué'],
  [
    'events.mergeRejected',
    'message',
    { why: 'otherEventBetween' },
    'Merging is not allowed: another event lies between them.',
    'Sammanslagning är inte tillåten: en annan händelse ligger emellan.',
    'La fusion n’est pas permise\u00a0: un autre événement se trouve entre eux.',
  ],
  ['events.rawNotFound', 'message', {}, 'Raw event not found.', 'Råhändelsen hittades inte.', 'Événement brut introuvable.'],
  [
    'events.rawEndNotAllowed',
    'message',
    {},
    'Editing the end time of this raw event is not allowed.',
    'Det är inte tillåtet att ändra sluttiden för den här råhändelsen.',
    'La modification de l’heure de fin de cet événement brut n’est pas permise.',
  ],
  [
    'events.rawEndBeforeStart',
    'message',
    {},
    'The end time cannot be before the start time.',
    'Sluttiden kan inte vara före starttiden.',
    'L’heure de fin ne peut pas précéder l’heure de début.',
  ],
  [
    'events.rawEndInFuture',
    'message',
    {},
    'The end time cannot be in the future.',
    'Sluttiden kan inte ligga i framtiden.',
    'L’heure de fin ne peut pas être dans le futur.',
  ],
  ['events.changed', 'title', {}, 'The event has changed', 'Händelsen har ändrats', 'L’événement a changé'],
];

test.each(TEXTS)('%s says its %s %j in three languages', (code, part, values, english, swedish, french) => {
  const key = ERRORS[code][part] as Parameters<ReturnType<typeof textIn>>[0];
  expect((['en-US', 'sv-SE', 'fr-CA'] as const).map((locale) => textIn(locale)(key, values))).toEqual([english, swedish, french]);
});

test.each([
  [
    'EventAction_Categorize_NotAllowed',
    'Not allowed to edit category',
    'Du får inte ändra kategorin',
    'Non autorisé à modifier la catégorie',
  ],
  [
    'EventDetails_Failed',
    'Unable to fetch Event details',
    'Det gick inte att hämta händelsens detaljer',
    'Impossible d’obtenir les détails de l’événement',
  ],
  [
    'RemoteReset_NotTaken',
    'Failed to reset event',
    'Det gick inte att återställa händelsen',
    'Échec de la réinitialisation de l’événement',
  ],
] as const)('the screen says %s in three languages', (key, ...texts) => {
  expect((['en-US', 'sv-SE', 'fr-CA'] as const).map((locale) => textIn(locale)(key))).toEqual(texts);
});

test.each([
  ['EventLog_Acknowledge_Failed', 'Could not acknowledge events. Please try again.'],
  ['EventLog_Categorize_Failed', 'Could not categorize events. Please try again.'],
  ['EventLog_Split_Failed', 'Could not split events. Please try again.'],
  ['EventLog_Comment_Failed', 'Could not comment events. Please try again.'],
] as const)('a bulk action that fails altogether says %s', (key, text) => {
  expect(textIn('en-US')(key)).toBe(text);
});
