import type { RegionalFormat } from '@solvane/contract/session';
import type { Text } from '@solvane/i18n/text';
import { PASSWORD_MIN_LENGTH } from '../passwords.ts';
import { accountPage, field, notice } from './account-page.ts';
import { dayFigure } from './day-figure.ts';
import { html } from './html.ts';

const SETUP_FIELDS = ['code', 'name', 'email', 'enterprise', 'password', 'repeated'] as const;
type SetupField = (typeof SETUP_FIELDS)[number];

export interface SetupPage {
  locale: RegionalFormat;
  text: Text;
  formToken: string;
  values?: Partial<Record<SetupField, string>>;
  problems?: Partial<Record<SetupField, string>>;
  problem?: { title: string; message: string } | undefined;
}

/** The first administrator of an installation. Passwords and the code are never written back into the form. */
export function setupPage({ locale, text, formToken, values = {}, problems = {}, problem }: SetupPage): string {
  const firstProblem = SETUP_FIELDS.find((name) => problems[name] !== undefined);
  const row = (id: SetupField, type: 'email' | 'password' | 'text', autocomplete: string, help?: string) =>
    field({
      id,
      type,
      autocomplete,
      label: text(`Auth_Setup_${id}`),
      value: type === 'password' || id === 'code' ? '' : (values[id] ?? ''),
      help,
      error: problems[id],
      focus: id === (firstProblem ?? 'code'),
    });
  return accountPage({
    locale,
    text,
    title: text('Auth_Setup_Title'),
    inLanguage: (format) => `/account/setup?${new URLSearchParams({ lang: format })}`,
    main: html`<h1>${text('Auth_Setup_Title')}</h1>
<p class="lead">${text('Auth_Setup_Lead')}</p>
${problem && notice({ kind: 'error', ...problem })}
<form method="post" action="/account/setup">
<input type="hidden" name="token" value="${formToken}">
<input type="hidden" name="lang" value="${locale}">
${row('code', 'text', 'off', text('Auth_Setup_code_Help'))}
${row('name', 'text', 'name')}
${row('email', 'email', 'username')}
${row('enterprise', 'text', 'organization', text('Auth_Setup_enterprise_Help'))}
${row('password', 'password', 'new-password', text('Auth_Setup_password_Help', { minLength: PASSWORD_MIN_LENGTH }))}
${row('repeated', 'password', 'new-password')}
<button class="button primary">${text('Auth_Setup_Submit')}</button>
</form>`,
    aside: dayFigure(text),
  });
}
