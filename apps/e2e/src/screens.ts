import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Browser, chromium } from '@playwright/test';
import { signIn } from '@solvane/testing/http-user';
import { startProduct } from '@solvane/testing/product';
import { CHROMIUM } from './chromium.ts';
import { DEMO_LOGINS, DEMO_PASSWORD, type DemoLogin, ROUTES } from './routes.ts';
import { demoIsLoaded, settle, signInAs } from './visit.ts';

const SIZES = { wide: { width: 1440, height: 900 }, small: { width: 1024, height: 768 }, phone: { width: 390, height: 844 } } as const;
const THEMES = ['light', 'dark'] as const;
const LOCALES = ['en-US', 'sv-SE', 'fr-CA'] as const;

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
  const names: string[] = [];
  for (const login of split(values.logins, DEMO_LOGINS)) {
    for (const size of split(values.sizes, Object.keys(SIZES) as (keyof typeof SIZES)[])) {
      for (const theme of split(values.themes, THEMES)) {
        const [locale = 'en-US'] = split(values.locale, LOCALES);
        names.push(
          ...(await shoot(browser, { login, size, theme, locale, routes: values.routes?.split(',') ?? ROUTES.map(({ path }) => path) })),
        );
      }
    }
  }
  await writeContactSheet(browser, names);
  console.log(`${names.length} pictures and contact-sheet.png in ${folder}`);
} finally {
  await browser.close();
  await product?.dispose();
}

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
  await signInAs(page, login, { baseUrl });
  const names: string[] = [];
  for (const route of routes) {
    await page.goto(`${baseUrl}${route}`);
    await settle(page);
    const name = `${login}-${route.replaceAll('/', '_').replace(/^_/, '') || 'home'}-${size}-${theme}${locale === 'en-US' ? '' : `-${locale}`}.png`;
    await page.screenshot({ path: join(folder, name) });
    names.push(name);
  }
  await context.close();
  return names;
}

/** All pictures small on one page: what does not fit in shows at once. */
async function writeContactSheet(browser: Browser, names: readonly string[]): Promise<void> {
  const figures = names.map((name) => `<figure><img src="${encodeURIComponent(name)}"><figcaption>${name}</figcaption></figure>`).join('');
  const file = join(folder, 'contact-sheet.html');
  writeFileSync(
    file,
    `<!doctype html><meta charset="utf-8"><style>body{margin:8px;font:10px sans-serif;display:grid;grid-template-columns:repeat(5,1fr);gap:8px}img{width:100%;border:1px solid #ccc}figure{margin:0}</style>${figures}`,
  );
  const page = await browser.newPage({ viewport: { width: 2_000, height: 1_200 } });
  await page.goto(`file://${file}`);
  await page.screenshot({ path: join(folder, 'contact-sheet.png'), fullPage: true });
  await page.close();
}

function split<T extends string>(list: string, known: readonly T[]): T[] {
  const wanted = list.split(',');
  const unknown = wanted.filter((word) => !known.some((one) => one === word));
  if (unknown.length > 0) throw new Error(`Unknown: ${unknown.join(', ')}. Known: ${known.join(', ')}`);
  return known.filter((one) => wanted.includes(one));
}
