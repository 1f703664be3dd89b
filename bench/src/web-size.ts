import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { startProduct } from '@solvane/testing/product';
import { measureFirstScreen } from '../../tools/bundle-size.ts';
import type { Measurement } from './measure.ts';

const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const DIST = fileURLToPath(new URL('../../apps/web/dist', import.meta.url));

/** What the browser really fetches for the login page and for the first signed-in screen, compressed with gzip, fonts apart. */
export const webSizeBenchmark = {
  title: 'Size of the web app',
  async run(): Promise<Measurement[]> {
    const product = await startProduct({ demo: 'small' });
    const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: CHROMIUM_ARGS });
    try {
      const page = await browser.newPage();
      // What waits until the browser has nothing else to do is not what the screen begins with.
      await page.addInitScript('window.requestIdleCallback = () => 0');
      const fetched: string[] = [];
      page.on('response', (response) => fetched.push(new URL(response.url()).pathname));
      await page.goto(`${product.baseUrl}/account/login`, { waitUntil: 'networkidle' });
      const loginKb = gzipSync(await page.content()).length / 1024 + (await sizeOf(product.baseUrl, fetched.filter(isCode)));
      fetched.length = 0;
      await page.getByLabel('Email').fill('admin@solvane.demo');
      await page.getByLabel('Password').fill('solvane-demo');
      await page.keyboard.press('Enter');
      await page.getByRole('navigation').first().waitFor();
      await page.waitForLoadState('networkidle').catch(() => undefined);
      const homeKb = await sizeOf(product.baseUrl, fetched.filter(isCode));
      return [
        { name: 'Sign-in page', value: loginKb, unit: 'KB', goal: { value: 30, direction: 'atMost' }, note: 'HTML, CSS' },
        {
          name: 'First signed-in screen',
          value: homeKb,
          unit: 'KB',
          goal: { value: 350, direction: 'atMost' },
          note: 'JS and CSS, without what waits for the browser to be idle',
        },
        {
          name: 'First signed-in screen, counted in the build',
          value: measureFirstScreen(DIST).kilobytes,
          unit: 'KB',
          goal: { value: 350, direction: 'atMost' },
          note: 'tools/bundle-size.ts: the app, the numbers and the list of Home, and one language',
        },
        { name: 'Whole web app', value: distKb(), unit: 'KB', note: 'every JS and CSS file, most load on demand' },
      ];
    } finally {
      await browser.close();
      await product.dispose();
    }
  },
};

function isCode(path: string): boolean {
  return /\.(js|css)$/.test(path);
}

async function sizeOf(baseUrl: string, paths: string[]): Promise<number> {
  const sizes = await Promise.all(
    [...new Set(paths)].map(async (path) => gzipSync(await (await fetch(`${baseUrl}${path}`)).bytes()).length),
  );
  return sizes.reduce((sum, size) => sum + size, 0) / 1024;
}

function distKb(): number {
  const files = readdirSync(DIST, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile() && isCode(entry.name));
  return files.reduce((sum, entry) => sum + gzipSync(readFileSync(join(entry.parentPath, entry.name))).length, 0) / 1024;
}
