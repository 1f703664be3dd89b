import type { Plugin, Rolldown } from 'vite';

/** What Home is drawn with at once: its screen, and the types of widgets that do not wait until the browser is idle. */
const ROOTS_OF_HOME = /\/src\/(?:routes\/index\.tsx\?tsr-split=component|widgets\/(?:key-metric|kpi-table)\/[^/]*\.widget\.tsx)$/;
const ICON = /\/@tabler\/icons-react\/dist\/esm\/icons\//;

/**
 * Files of the app: what every screen needs, what Home needs besides, and icons that screens share. Many small files pack badly, and each is asked for and
 * linked by itself; other modules stay where the bundler puts them.
 */
export function appChunks(): { plugin: Plugin; groups: Rolldown.CodeSplittingGroup[] } {
  const ofHome = new Set<string>();
  return {
    plugin: {
      name: 'app-chunks',
      apply: 'build',
      buildEnd() {
        for (const id of this.getModuleIds()) if (ROOTS_OF_HOME.test(id)) ofHome.add(id);
        // What is added while the set is walked through is walked through as well. Libraries are entered by files that import all they have.
        for (const id of ofHome)
          for (const imported of this.getModuleInfo(id)?.importedIds ?? []) if (isOwn(imported)) ofHome.add(imported);
      },
    },
    groups: [
      { name: 'shell', tags: ['$initial'], priority: 3 },
      { name: (id) => (ofHome.has(id) ? 'home' : null), debugName: 'home', priority: 2 },
      { name: 'icons', test: ICON, minShareCount: 3, priority: 1 },
    ],
  };
}

function isOwn(id: string): boolean {
  return !id.includes('/node_modules/');
}
