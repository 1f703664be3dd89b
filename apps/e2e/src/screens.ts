import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page, type Request } from '@playwright/test';
import { signIn } from '@solvane/testing/http-user';
import { startProduct } from '@solvane/testing/product';
import { CHROMIUM } from './chromium.ts';
import { DEMO_LOGINS, DEMO_PASSWORD, type DemoLogin, ROUTES } from './routes.ts';
import { demoIsLoaded, goWithin, settle, signInAs } from './visit.ts';

const SIZES = { wide: { width: 1440, height: 900 }, small: { width: 1024, height: 768 }, phone: { width: 390, height: 844 } } as const;
const THEMES = ['light', 'dark'] as const;
const LOCALES = ['en-US', 'sv-SE', 'fr-CA'] as const;

const QUIET_MS = 250;
const REST_WITHIN_MS = 10_000;

interface Shot {
  login: DemoLogin;
  route: string;
  size: keyof typeof SIZES;
  theme: (typeof THEMES)[number];
  locale: (typeof LOCALES)[number];
}

const folder = fileURLToPath(new URL('../../../screens', import.meta.url));
const { values } = parseArgs({
  options: {
    routes: { type: 'string' },
    logins: { type: 'string', default: DEMO_LOGINS.join(',') },
    sizes: { type: 'string', default: Object.keys(SIZES).join(',') },
    themes: { type: 'string', default: THEMES.join(',') },
    locale: { type: 'string', default: 'en-US' },
    url: { type: 'string' },
  },
});

mkdirSync(folder, { recursive: true });
const product = values.url ? undefined : await startProduct({ demo: 'small' });
const baseUrl = values.url ?? product?.baseUrl ?? '';
if (product) await demoIsLoaded(await signIn(baseUrl, { email: 'admin@solvane.demo', password: DEMO_PASSWORD }));
const browser = await chromium.launch(CHROMIUM.launchOptions);
try {
  const [locale = 'en-US'] = split(values.locale, LOCALES);
  const routes = values.routes?.split(',') ?? ROUTES.map(({ path }) => path);
  let count = 0;
  for (const login of split(values.logins, DEMO_LOGINS)) {
    for (const size of split(values.sizes, Object.keys(SIZES) as (keyof typeof SIZES)[])) {
      const names: string[] = [];
      for (const theme of split(values.themes, THEMES)) names.push(...(await shoot(browser, { login, size, theme, locale, routes })));
      count += names.length;
      console.log(await writeContactSheet(browser, { name: `sheet-${login}-${size}${suffixOf(locale)}`, size, names }));
    }
  }
  console.log(`${count} pictures in ${folder}`);
} finally {
  await browser.close();
  await product?.dispose();
}

/** Goes through the routes as links do, without loading the product again for each. */
async function shoot(
  browser: Browser,
  { login, size, theme, locale, routes }: Omit<Shot, 'route'> & { routes: readonly string[] },
): Promise<string[]> {
  const context = await browser.newContext({
    viewport: SIZES[size],
    colorScheme: theme,
    locale,
    timezoneId: 'Europe/Stockholm',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const isAtRest = watchRest(page);
  await signInAs(page, login, { baseUrl });
  const names: string[] = [];
  for (const route of routes) {
    await goWithin(page, route);
    await isAtRest();
    await settle(page);
    const name = `${login}-${route.replaceAll('/', '_').replace(/^_/, '') || 'home'}-${size}-${theme}${suffixOf(locale)}.png`;
    await page.screenshot({ path: join(folder, name) });
    names.push(name);
  }
  await context.close();
  return names;
}

/** Tells when a page has stopped asking: nothing under way, and nothing begun for a moment. The event stream never ends and is left out. */
function watchRest(page: Page): () => Promise<void> {
  const asked = new Set<Request>();
  let lastMs = Date.now();
  const note = (request: Request, isUnderWay: boolean): void => {
    if (request.url().includes('/api/stream')) return;
    lastMs = Date.now();
    if (isUnderWay) asked.add(request);
    else asked.delete(request);
  };
  page.on('request', (request) => note(request, true));
  page.on('requestfinished', (request) => note(request, false));
  page.on('requestfailed', (request) => note(request, false));
  return async () => {
    lastMs = Date.now();
    const giveUpMs = Date.now() + REST_WITHIN_MS;
    while ((asked.size > 0 || Date.now() - lastMs < QUIET_MS) && Date.now() < giveUpMs) await page.waitForTimeout(50);
    asked.clear();
  };
}

/** All pictures of a login and a size small on one page: what does not fit in shows at once. @returns the file */
async function writeContactSheet(
  browser: Browser,
  { name, size, names }: { name: string; size: keyof typeof SIZES; names: readonly string[] },
): Promise<string> {
  const figures = names.map((file) => `<figure><img src="${encodeURIComponent(file)}"><figcaption>${file}</figcaption></figure>`).join('');
  const html = join(folder, `${name}.html`);
  const columns = size === 'phone' ? 8 : 4;
  writeFileSync(
    html,
    `<!doctype html><meta charset="utf-8"><style>body{margin:8px;font:10px sans-serif;display:grid;grid-template-columns:repeat(${columns},1fr);gap:8px}img{width:100%;border:1px solid #ccc}figure{margin:0}</style>${figures}`,
  );
  const page = await browser.newPage({ viewport: { width: 1_920, height: 1_080 } });
  await page.goto(`file://${html}`);
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
  await page.close();
  return join(folder, `${name}.png`);
}

function suffixOf(locale: Shot['locale']): string {
  return locale === 'en-US' ? '' : `-${locale}`;
}

function split<T extends string>(list: string, known: readonly T[]): T[] {
  const wanted = list.split(',');
  const unknown = wanted.filter((word) => !known.some((one) => one === word));
  if (unknown.length > 0) throw new Error(`Unknown: ${unknown.join(', ')}. Known: ${known.join(', ')}`);
  return known.filter((one) => wanted.includes(one));
}
