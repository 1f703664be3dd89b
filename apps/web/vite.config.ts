import { join } from 'node:path';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type PluginOption } from 'vite';
import { browserOnly } from './browser-only.ts';
import { catalogueParts } from './catalogue-parts.ts';
import { appChunks } from './chunks.ts';

const here = import.meta.dirname;
const SERVER = process.env.SOLVANE_SERVER ?? 'http://127.0.0.1:8080';

const chunks = appChunks();

export default defineConfig({
  plugins: [...routerPlugins(), catalogueParts(), browserOnly(), chunks.plugin, jsonAsModules(), react()],
  build: {
    target: 'es2023',
    manifest: true,
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What every screen needs comes as one file: many small ones pack badly and wait for each other.
    chunkSizeWarningLimit: 1000,
    rolldownOptions: { output: { codeSplitting: { groups: chunks.groups } } },
  },
  server: {
    port: 5173,
    strictPort: false,
    proxy: Object.fromEntries(['/api', '/account', '/version.json', '/healthz'].map((path) => [path, { target: SERVER }])),
  },
});

/** Node wants `with { type: 'json' }` on a catalogue; the development server answers JSON as a module, which browsers refuse under that attribute. */
function jsonAsModules(): PluginOption {
  return {
    name: 'json-as-modules',
    apply: 'serve',
    enforce: 'pre',
    transform: (code, id) => (id.includes('/packages/i18n/src/') ? code.replaceAll(", { with: { type: 'json' } }", '') : undefined),
  };
}

/** Tests import the committed route tree as it is; a test of its own compares it with the route files. */
function routerPlugins(): PluginOption[] {
  if (process.env.VITEST) return [];
  const plugins = tanstackRouter({
    target: 'react',
    routesDirectory: join(here, 'src/routes'),
    generatedRouteTree: join(here, 'src/routeTree.gen.ts'),
    tmpDir: join(here, 'node_modules/.tanstack'),
    quoteStyle: 'single',
    autoCodeSplitting: true,
    addExtensions: true,
    disableLogging: true,
    routeFileIgnorePattern: '\\.test\\.',
  });
  return [plugins];
}
