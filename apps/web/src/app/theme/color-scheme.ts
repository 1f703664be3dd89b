import { localStorageColorSchemeManager, useMantineColorScheme } from '@mantine/core';
import type { UiTheme } from '@solvane/contract/session';
import { useCallback } from 'react';
import { useSaveAccountSettings } from '../../shared/access/use-save-account-settings.ts';

/** Read before the first paint by `public/color-scheme.js`. */
const NAME = 'solvane.theme';

/** Shared between tabs. */
export const colorSchemeManager = localStorageColorSchemeManager({ key: NAME });

/** The theme of the account holds on every device: this one learns it for its next start. */
export function rememberColorScheme(theme: UiTheme): void {
  try {
    localStorage.setItem(NAME, toColorScheme(theme));
  } catch (error) {
    console.warn('Could not be remembered', NAME, error);
  }
}

/** Shows a theme at once and stores it with the account. */
export function useSetTheme(): (theme: UiTheme) => void {
  const { setColorScheme } = useMantineColorScheme();
  const { mutate } = useSaveAccountSettings();
  return useCallback(
    (uiTheme) => {
      setColorScheme(toColorScheme(uiTheme));
      mutate({ uiTheme });
    },
    [setColorScheme, mutate],
  );
}

function toColorScheme(theme: UiTheme): 'light' | 'dark' | 'auto' {
  return theme === 'system' ? 'auto' : theme;
}
