import { defineConfig } from '@playwright/test';
import { CHROMIUM } from './src/chromium.ts';

export default defineConfig({
  testDir: './src',
  testMatch: '**/*.spec.ts',
  // Loading and calculating the thirteen months of the whole demo fleet takes as long as half of the suite: it has to run already.
  testIgnore: process.env.SOLVANE_E2E_FULL_URL ? [] : ['**/studio-analysis.spec.ts'],
  globalSetup: './src/start-product.ts',
  workers: 1,
  fullyParallel: false,
  // Limits of waiting, not of speed: a machine that others use takes ten times as long.
  timeout: 240_000,
  // A machine that other work takes away for seconds must not stop everybody; a test that needs its second chance is named at the end of the run.
  retries: 1,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ?? '../../.cache/playwright.json' }]],
  outputDir: '../../test-results',
  use: {
    ...CHROMIUM,
    locale: 'en-US',
    timezoneId: 'Europe/Stockholm',
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
  },
});
