import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { testApp } from '../testing/test-app.ts';

const FILES = {
  'index.html': '<!doctype html>the app',
  'assets/app-1a2b.js': 'the script',
  'assets/app-1a2b.js.map': 'SECRET the sources',
  'assets/app-1a2b.js.map.br': 'SECRET the sources',
  '.vite/manifest.json': '{"SECRET":1}',
  '.env': 'SECRET',
  'assets/.hidden': 'SECRET',
};

async function builtApp() {
  const folder = mkdtempSync(join(tmpdir(), 'solvane-web-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const webFolder = join(folder, 'dist');
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(join(webFolder, name, '..'), { recursive: true });
    writeFileSync(join(webFolder, name), text);
  }
  writeFileSync(join(folder, 'secret.txt'), 'SECRET beside the app');
  return testApp({ config: { webFolder } });
}

test('the files that browsers need are served, hashed ones for ever', async () => {
  const { app } = await builtApp();
  const script = await app.inject('/assets/app-1a2b.js');
  expect([script.body, script.headers['cache-control']]).toEqual(['the script', 'public, max-age=31536000, immutable']);
  expect((await app.inject('/data-studio')).body).toBe(FILES['index.html']);
});

test('an address with a dot is a page, a file that is missing is none', async () => {
  const { app } = await builtApp();
  expect((await app.inject('/dashboards/builtin.battery')).body).toBe(FILES['index.html']);
  for (const url of ['/assets/missing.js', '/missing.png']) expect((await app.inject(url)).statusCode).toBe(404);
});

test.each([
  '/.vite/manifest.json',
  '/%2evite/manifest.json',
  '/.env',
  '/assets/.hidden',
  '/assets/app-1a2b.js.map',
  '/assets/app-1a2b.js.map.br',
  '/../secret.txt',
  '/..%2fsecret.txt',
  '/%2e%2e/secret.txt',
  '/assets/..%2f..%2fsecret.txt',
  '/assets/..%5c..%5csecret.txt',
  '/assets//../../secret.txt',
  '/assets/app-1a2b.js%00.map',
  '//etc/passwd',
])('what is for tools or outside of the folder is not: %s', async (url) => {
  const { app } = await builtApp();
  const answer = await app.inject({ url, headers: { 'accept-encoding': 'br, gzip' } });
  expect(answer.statusCode).not.toBe(500);
  expect(answer.body).not.toMatch(/SECRET|root:/);
});
