import type { RegionalFormat } from '@solvane/contract/session';
import type { Text } from '@solvane/i18n/text';
import { accountPage } from './account-page.ts';
import { html } from './html.ts';

interface Page {
  locale: RegionalFormat;
  text: Text;
  /** Path of this origin. */
  returnUrl: string;
}

/** A link of another site leads here too, so that only the button ends the session. */
export function logoutPage({ locale, text, returnUrl, name, formToken }: Page & { name: string; formToken: string }): string {
  const title = text('Auth_Logout_Title');
  return accountPage({
    locale,
    text,
    title,
    inLanguage: (format) => `/account/logout?${new URLSearchParams({ lang: format, returnUrl })}`,
    main: html`<h1>${title}</h1>
<p>${text('Auth_Logout_Message', { name })}</p>
<form method="post" action="/account/logout">
<input type="hidden" name="token" value="${formToken}">
<input type="hidden" name="returnUrl" value="${returnUrl}">
<button class="button primary">${text('Auth_Logout_Submit')}</button>
<a class="button" href="${returnUrl}">${text('Auth_Logout_Stay')}</a>
</form>`,
  });
}

/** Leads to another origin after a form: browsers hold a redirect to the origins that forms may be sent to. */
export function continuePage({ locale, text, address }: Omit<Page, 'returnUrl'> & { address: string }): string {
  const title = text('Auth_Logout_Done');
  return accountPage({
    locale,
    text,
    title,
    refreshTo: address,
    inLanguage: (format) => `/account/login?${new URLSearchParams({ lang: format })}`,
    main: html`<h1>${title}</h1>
<a class="button primary" href="${address}">${text('Auth_Logout_Continue')}</a>`,
  });
}

/** The answer to the address of a wallboard in a browser where a person is signed in. */
export function viewRefusedPage({ locale, text, returnUrl, name }: Page & { name: string }): string {
  const title = text('Auth_View_SignedIn_Title');
  return accountPage({
    locale,
    text,
    title,
    inLanguage: (format) => `/account/login?${new URLSearchParams({ lang: format, returnUrl })}`,
    main: html`<h1>${title}</h1>
<p>${text('Auth_View_SignedIn_Message', { name })}</p>
<a class="button primary" href="${returnUrl}">${text('Auth_Logout_Stay')}</a>
<a class="button" href="/account/logout">${text('Auth_Logout_Submit')}</a>`,
  });
}
