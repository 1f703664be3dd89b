import type { Plugin, Rolldown } from 'vite';

/** Modules that Home loads at once: its screen, and the widget types that do not wait until the browser is idle. */
export const HOME_ENTRIES =
  /(?:^|\/)src\/(?:routes\/index\.tsx\?tsr-split=component|widgets\/(?:key-metric|kpi-table)\/[^/]*\.widget\.tsx)$/;
const ICON = /\/@tabler\/icons-react\/dist\/esm\/icons\//;

/**
 * Chunks of the app: what every screen needs, what Home needs in addition, and shared icons. Many small chunks compress badly and cost a request each.
 * Other modules stay in the chunks of the bundler.
 */
export function appChunks(): { plugin: Plugin; groups: Rolldown.CodeSplittingGroup[] } {
  const ofHome = new Set<string>();
  return {
    plugin: {
      name: 'app-chunks',
      apply: 'build',
      buildEnd() {
        for (const id of this.getModuleIds()) if (HOME_ENTRIES.test(id)) ofHome.add(id);
        // The loop also visits ids that it adds. Libraries are left out: their index files import every module they have.
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
