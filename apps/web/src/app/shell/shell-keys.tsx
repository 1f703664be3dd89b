import { useEffect } from 'react';
import { addShortcut } from '../../shared/keys/shortcuts.ts';
import { useShortcut } from '../../shared/keys/use-shortcut.ts';
import { useNavigateTo } from '../../shared/routing/navigate-to.ts';
import type { PageName } from '../../shared/routing/page.ts';
import { useNavigation } from '../../shared/routing/use-pages.ts';
import { closeDetails, detailsPanel } from '../../workspace/details.ts';

/** `g`, then the letter of a screen. */
const LETTERS: Partial<Record<PageName, string>> = {
  home: 'h',
  dashboards: 'd',
  'data-studio': 's',
  'event-log': 'e',
  'onsite-access': 'o',
  tasks: 't',
  report: 'r',
  'manage-data': 'm',
  monitor: 'w',
  analyze: 'a',
  configure: 'c',
};

/** Keys that work on every screen. */
export function ShellKeys() {
  const navigateTo = useNavigateTo();
  const navigation = useNavigation();
  useShortcut('Escape', () => detailsPanel.get().content && closeDetails(), 'Shortcut_Close');
  // Keys are heard outside of React.
  useEffect(() => {
    const removals = navigation.flatMap(({ page, children }) => {
      const letter = LETTERS[page.name];
      const target = children[0]?.page.name ?? page.name;
      return letter ? [addShortcut({ keys: `g ${letter}`, label: page.title, run: () => navigateTo(target) })] : [];
    });
    return () => {
      for (const remove of removals) remove();
    };
  }, [navigation, navigateTo]);
  return null;
}
