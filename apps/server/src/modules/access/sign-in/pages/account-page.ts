import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { REGIONAL_FORMATS, type RegionalFormat } from '@solvane/contract/session';
import type { Text } from '@solvane/i18n/text';
import { type Html, html } from './html.ts';

export const ACCOUNT_STYLESHEET = readFileSync(new URL('./account.css', import.meta.url), 'utf8');
export const ACCOUNT_STYLESHEET_PATH = `/account/account-${createHash('sha256').update(ACCOUNT_STYLESHEET).digest('hex').slice(0, 12)}.css`;

/** The typeface of the product, as far as the three languages need it. */
export const ACCOUNT_FONT_FILE = createRequire(import.meta.url).resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2');
export const ACCOUNT_FONT_PATH = '/account/inter.woff2';

export interface AccountPage {
  locale: RegionalFormat;
  text: Text;
  title: string;
  /** Address of this page in another language. */
  inLanguage: (locale: RegionalFormat) => string;
  main: Html;
  /** Where the browser goes by itself. */
  refreshTo?: string;
  aside?: Html | false;
}

/** Frame of the pages that are there before the app is: no script, one stylesheet. */
export function accountPage({ locale, text, title, inLanguage, main, refreshTo, aside = false }: AccountPage): string {
  return html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
${
  refreshTo !== undefined &&
  html`<meta http-equiv="refresh" content="0;url=${refreshTo}">
`
}<link rel="icon" href="/mark.svg" type="image/svg+xml">
<title>${title} - Solvane</title>
<link rel="stylesheet" href="${ACCOUNT_STYLESHEET_PATH}">
</head>
<body>
<div class="page">
<div class="pane">
<header class="brand">${mark()}<span>Solvane</span></header>
<main>${main}</main>
<footer><nav aria-label="${text('Auth_Language_Label')}">${REGIONAL_FORMATS.map((format) =>
    format === locale
      ? html`<span lang="${format}" aria-current="true">${LANGUAGE_NAMES[format]}</span>`
      : html`<a lang="${format}" hreflang="${format}" href="${inLanguage(format)}">${LANGUAGE_NAMES[format]}</a>`,
  )}</nav></footer>
</div>
${aside && html`<aside>${aside}</aside>`}
</div>
</body>
</html>
`.text;
}

/** Field with its label above and what is wrong with it beneath. */
export function field({ id, label, type, autocomplete, value, help, error, focus = false, minLength }: Field): Html {
  const described = error ? `${id}-error` : help ? `${id}-help` : undefined;
  return html`<div class="field">
<label for="${id}">${label}</label>
<input id="${id}" name="${id}" type="${type}" autocomplete="${autocomplete}" value="${value}" required${minLength !== undefined && html` minlength="${minLength}"`}${
    type === 'email' && html` inputmode="email" autocapitalize="none" spellcheck="false"`
  }${focus && html` autofocus`}${error !== undefined && html` aria-invalid="true"`}${described !== undefined && html` aria-describedby="${described}"`}>
${error !== undefined ? html`<p class="field-error" id="${id}-error">${error}</p>` : help !== undefined && html`<p class="help" id="${id}-help">${help}</p>`}
</div>`;
}

export interface Field {
  id: string;
  label: string;
  type: 'email' | 'password' | 'text';
  autocomplete: string;
  value?: string;
  help?: string | undefined;
  error?: string | undefined;
  focus?: boolean;
  minLength?: number;
}

export function notice({ kind, title, message }: { kind: 'error' | 'info'; title: string; message: string }): Html {
  return html`<div class="notice ${kind}" role="${kind === 'error' ? 'alert' : 'status'}"><strong>${title}</strong><p>${message}</p></div>`;
}

const LANGUAGE_NAMES: Record<RegionalFormat, string> = { 'en-US': 'English', 'sv-SE': 'Svenska', 'fr-CA': 'Français' };

function mark(): Html {
  return html`<svg class="mark" viewBox="0 0 24 24" width="28" height="28" aria-hidden="true"><path class="mark-ring" d="M20.1 9.2a8.6 8.6 0 1 1-4.4-4.5"/><path class="mark-hand" d="M21.2 2.8 11 16.2 7.6 11z"/></svg>`;
}
