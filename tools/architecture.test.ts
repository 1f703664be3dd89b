import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { filesThatReach, importsOf, listSources, type SourceImport } from './source-imports.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Server modules from left to right: a module may import modules left of it. A module that is missing here fails the test. */
const MODULES = [
  'access',
  'recalculation',
  'configuration',
  'fleet',
  'shell',
  'signals',
  'quality',
  'models',
  'event-codes',
  'plant-commands',
  'events',
  'contracts',
  'performance',
  'device-states',
  'metric-values',
  'dashboards',
  'reports',
  'uploads',
  'demo',
  'system',
];

/** Packages each workspace may import; the same table stands in CONTRIBUTING.md. */
const PACKAGES: Record<string, string[]> = {
  'packages/series': [],
  'packages/energy': ['series'],
  'packages/contract': ['energy'],
  'packages/i18n': [],
  'packages/ui': [],
  'packages/charts': ['series'],
  'packages/testing': ['contract', 'energy', 'series'],
  'apps/server': ['contract', 'energy', 'series', 'i18n'],
  'apps/simulator': ['contract', 'energy', 'series'],
  'apps/web': ['contract', 'energy', 'series', 'i18n', 'ui', 'charts'],
  'apps/e2e': ['contract', 'testing'],
  bench: ['contract', 'energy', 'series', 'simulator', 'testing'],
  harness: ['contract', 'energy', 'testing'],
};

/** Rooms of the web app: what each may import inside the app. Routes and app see everything. */
const WEB_ROOMS: Record<string, string[]> = {
  api: ['api'],
  shared: ['shared', 'api'],
  workspace: ['workspace', 'shared', 'api'],
  features: ['features', 'workspace', 'shared', 'api'],
  widgets: ['widgets', 'workspace', 'shared', 'api'],
};

/** A text that begins as a statement, but for those that Drizzle sends to the application's own database; or a function of the signal engine alone. */
const ENGINE_STATEMENT =
  /(?<!\bsql(?:<[^>`]*>)?)[`'"]\s*(?:select|insert into|create table|drop table|alter table)\s|\b(?:arrayJoin|toFloat64|toUInt32|toInt64|countIf|groupArray|multiIf|toUnixTimestamp64Milli|fromUnixTimestamp64Milli)(?:OrNull|OrZero|If)?\(/;

const files = ['apps', 'packages', 'bench', 'harness'].flatMap((folder) => listSources(root, folder));
const imports = files.flatMap((file) => importsOf(root, file));

describe('walls', () => {
  test('packages import only what the table allows', () => {
    const broken = imports.filter(({ from, to }) => {
      const wanted = /^@solvane\/([a-z0-9-]+)/.exec(to)?.[1];
      const workspace = workspaceOf(from);
      const allowed = [...(PACKAGES[workspace] ?? []), ...(isTest(from) ? ['testing', 'simulator'] : [])];
      return wanted !== undefined && workspace !== `packages/${wanted}` && !allowed.includes(wanted);
    });
    expect(broken.map(sentence)).toEqual([]);
  });

  test('a relative import never leaves its workspace', () => {
    const broken = imports.filter(({ from, to }) => isInside(to) && workspaceOf(to) !== workspaceOf(from));
    expect(broken.map(sentence)).toEqual([]);
  });

  test('server infrastructure never imports modules', () => {
    const broken = imports.filter(
      ({ from, to }) =>
        /^apps\/server\/src\/(db|http|jobs|signals)\//.test(from) && /^apps\/server\/src\/modules\//.test(to) && !isTest(from),
    );
    expect(broken.map(sentence)).toEqual([]);
  });

  test('server modules see the signal store by its interfaces, not by what is inside it', () => {
    const broken = imports.filter(
      ({ from, to }) => moduleOf(from) && !isTest(from) && /^apps\/server\/src\/signals\/([^/]+\/|selected-points)/.test(to),
    );
    expect(broken.map(sentence)).toEqual([]);
  });

  test('only the process of the engine loads its library, which takes 140 MB', () => {
    const pool = 'apps/server/src/signals/engine/session-pool.ts';
    expect(filesThatReach(root, ['apps/server/src/main.ts'], pool)).toEqual([]);
    expect(filesThatReach(root, ['apps/server/src/signals/engine/engine-child.ts'], pool)).toHaveLength(1);
  });

  test('server modules write no statements of the signal engine', () => {
    const writers = files.filter(
      (file) => moduleOf(file) && !isTest(file) && ENGINE_STATEMENT.test(readFileSync(join(root, file), 'utf8')),
    );
    expect(writers).toEqual([]);
  });

  test('a server module imports only modules left of it', () => {
    const broken = imports.filter(({ from, to }) => {
      const [source, target] = [moduleOf(from), moduleOf(to)];
      return (
        source &&
        target &&
        source !== target &&
        !isTest(from) &&
        !(MODULES.indexOf(target) >= 0 && MODULES.indexOf(target) < MODULES.indexOf(source))
      );
    });
    expect(broken.map(sentence)).toEqual([]);
  });

  test('web features and widgets never import each other, routes or the app', () => {
    const broken = imports.filter(({ from, to }) => {
      const [room, target] = [webRoomOf(from), webRoomOf(to)];
      if (!room || !target || !WEB_ROOMS[room] || isTest(from)) return false;
      const crossed = (room === 'features' || room === 'widgets') && target === room && featureOf(from) !== featureOf(to);
      return crossed || (!WEB_ROOMS[room].includes(target) && target !== 'testing');
    });
    expect(broken.map(sentence)).toEqual([]);
  });

  test('only the configuration reads the environment', () => {
    const readers = files.filter(
      (file) =>
        /^apps\/server\/src\//.test(file) &&
        !isTest(file) &&
        !/src\/(config\.ts|testing\/)/.test(file) &&
        /process\.env[.[]/.test(readFileSync(join(root, file), 'utf8')),
    );
    expect(readers).toEqual([]);
  });

  test('folders do not import each other in a cycle', () => {
    const edges = new Map<string, Set<string>>();
    for (const { from, to, typeOnly } of imports) {
      if (!isInside(to) || typeOnly || isTest(from)) continue;
      const [source, target] = [roomOf(from), roomOf(to)];
      if (!isSameHouse(source, target)) edges.set(source, (edges.get(source) ?? new Set()).add(target));
    }
    expect(findCycle(edges)).toBeUndefined();
  });

  test('files do not import each other in a cycle, not even for their types', () => {
    const edges = new Map<string, Set<string>>();
    for (const { from, to } of imports) if (isInside(to)) edges.set(from, (edges.get(from) ?? new Set()).add(to));
    expect(findCycle(edges)).toBeUndefined();
  });
});

function findCycle(edges: Map<string, Set<string>>): string[] | undefined {
  const done = new Set<string>();
  const walk = (folder: string, path: string[]): string[] | undefined => {
    if (path.includes(folder)) return [...path.slice(path.indexOf(folder)), folder];
    if (done.has(folder)) return undefined;
    for (const next of edges.get(folder) ?? []) {
      const cycle = walk(next, [...path, folder]);
      if (cycle) return cycle;
    }
    done.add(folder);
    return undefined;
  };
  for (const folder of edges.keys()) {
    const cycle = walk(folder, []);
    if (cycle) return cycle;
  }
  return undefined;
}

function isInside(path: string): boolean {
  return /^(apps|packages|bench|harness)\//.test(path);
}

function isTest(path: string): boolean {
  return /\.test\.tsx?$|\/testing\/|\.bench\.ts$/.test(path);
}

function workspaceOf(path: string): string {
  return /^(bench|harness)\//.exec(path)?.[1] ?? path.split('/').slice(0, 2).join('/');
}

function moduleOf(path: string): string | undefined {
  return /^apps\/server\/src\/modules\/([^/]+)\//.exec(path)?.[1];
}

/** A module or feature is one room, whatever folders it has inside; elsewhere every folder is. Files never import in circles: Biome sees to that. */
function roomOf(path: string): string {
  return /^apps\/(?:server\/src\/modules|web\/src\/(?:features|widgets))\/[^/]+/.exec(path)?.[0] ?? dirname(path);
}

/** A folder and the folders inside it are one thing in drawers. */
function isSameHouse(left: string, right: string): boolean {
  return `${left}/`.startsWith(`${right}/`) || `${right}/`.startsWith(`${left}/`);
}

function webRoomOf(path: string): string | undefined {
  return /^apps\/web\/src\/([^/]+)\//.exec(path)?.[1];
}

function featureOf(path: string): string | undefined {
  return /^apps\/web\/src\/(?:features|widgets)\/([^/]+)/.exec(path)?.[1];
}

function sentence({ from, to }: SourceImport): string {
  return `${from} must not import ${to}`;
}
