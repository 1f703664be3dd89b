import { Store } from '@tanstack/react-store';

const NAME = 'solvane.single-keys';

/** Keys without Ctrl or Cmd can be switched off, for those whose tools type by voice or by mistake. Holds for this browser. */
export const keySettings = new Store({ areSingleKeysOn: localStorage.getItem(NAME) !== 'off' });

keySettings.subscribe(({ areSingleKeysOn }) => localStorage.setItem(NAME, areSingleKeysOn ? 'on' : 'off'));
