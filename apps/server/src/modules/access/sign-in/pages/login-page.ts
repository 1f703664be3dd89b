import type { RegionalFormat } from '@solvane/contract/session';
import type { Text } from '@solvane/i18n/text';
import { accountPage, field, notice } from './account-page.ts';
import { dayFigure } from './day-figure.ts';
import { type Html, html } from './html.ts';

/** Names before the @; message keys are made of them. */
export type DemoLoginName = 'admin' | 'operator' | 'analyst' | 'viewer' | 'contractor' | 'provider';

export interface DemoLogin {
  email: string;
  name: DemoLoginName;
  siteCount: number;
}

export interface LoginPage {
  locale: RegionalFormat;
  text: Text;
  returnUrl: string;
  formToken: string;
  email?: string;
  problem?: { title: string; message: string } | undefined;
  /** Offered where the password is public anyway: the demo on a loopback address. */
  demo?: { logins: readonly DemoLogin[]; password: string } | undefined;
  /** Name of the single sign-on provider, when one is set up. */
  singleSignOn?: string | undefined;
}

export function loginPage({ locale, text, returnUrl, formToken, email = '', problem, demo, singleSignOn }: LoginPage): string {
  return accountPage({
    locale,
    text,
    title: text('Auth_Login_Title'),
    inLanguage: (format) => `/account/login?${new URLSearchParams({ lang: format, returnUrl })}`,
    main: html`<h1>${text('Auth_Login_Title')}</h1>
${problem && notice({ kind: 'error', ...problem })}
<form method="post" action="/account/login">
<input type="hidden" name="token" value="${formToken}">
<input type="hidden" name="returnUrl" value="${returnUrl}">
<input type="hidden" name="lang" value="${locale}">
${field({ id: 'email', label: text('Auth_Login_Email'), type: 'email', autocomplete: 'username', value: email, focus: email === '' })}
${field({ id: 'password', label: text('Auth_Login_Password'), type: 'password', autocomplete: 'current-password', focus: email !== '' })}
<button class="button primary">${text('Auth_Login_Submit')}</button>
${singleSignOn !== undefined && html`<a class="button" href="/account/sso?${new URLSearchParams({ returnUrl }).toString()}">${text('Auth_Login_SingleSignOn', { provider: singleSignOn })}</a>`}
${demo && demoLogins(text, demo)}
</form>`,
    aside: dayFigure(text),
  });
}

/** Each row signs in at once; the buttons carry the login, so that no script is needed. */
function demoLogins(text: Text, { logins, password }: NonNullable<LoginPage['demo']>): Html {
  return html`<section class="demo" aria-labelledby="demo-title">
<h2 id="demo-title">${text('Auth_Demo_Title')}</h2>
<p class="lead">${text('Auth_Demo_Password')} <code>${password}</code></p>
<ul>${logins.map(
    ({ email, name, siteCount }) => html`<li><button name="demo" value="${email}" formnovalidate>
<span class="who">${text(`Auth_Demo_${name}_Name`)}</span><span class="what">${text(`Auth_Demo_${name}_Can`)}</span><span class="sites">${text('Auth_Demo_Sites', { count: siteCount })}</span>
</button></li>`,
  )}</ul>
</section>`;
}
