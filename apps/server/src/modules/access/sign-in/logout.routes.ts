import { ERRORS } from '@solvane/contract/errors';
import { accountEndpoints } from '@solvane/contract/session';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { mountPublic } from '../../../http/mount.ts';
import { isSameSecret } from '../credentials/secrets.ts';
import { clearSessionCookie, endSession, readSessionCookie } from '../sessions/sessions.ts';
import { addressElsewhere } from './authentication-host.ts';
import { readForm } from './form-body.ts';
import { formToken, isFormToken } from './form-token.ts';
import { pageLanguage } from './language.ts';
import { type AccountDeps, sendPage } from './login-response.ts';
import type { SingleSignOn } from './oidc.ts';
import { pageText } from './page-text.ts';
import { continuePage, logoutPage } from './pages/message-page.ts';
import { safeReturnUrl } from './return-url.ts';
import { logoutAtProvider, originOf } from './single-sign-on.routes.ts';

/** A link to the address asks first; the button of that page, and that of the app, end the session. */
export function logoutRoutes(app: FastifyInstance, deps: AccountDeps, singleSignOn: SingleSignOn | undefined): void {
  const { db, log, config } = deps;

  mountPublic(app, accountEndpoints.logoutPage, async ({ request, reply, query, caller }) => {
    const returnUrl = safeReturnUrl(query.returnUrl);
    if (!caller) return reply.redirect(addressElsewhere(config, request, elsewhere(returnUrl)) ?? loginAddress(returnUrl), 303);
    return ask({ request, reply }, { status: 200, lang: query.lang, returnUrl, name: caller.name });
  });

  mountPublic(app, accountEndpoints.logout, async ({ request, reply, stream, caller }) => {
    const form = await readForm(stream());
    const returnUrl = safeReturnUrl(form.get('returnUrl'));
    if (caller && !isOwnForm(request, form.get('token')))
      return ask({ request, reply }, { status: ERRORS['csrf.invalid'].status, lang: undefined, returnUrl, name: caller.name });
    const secret = readSessionCookie(request);
    const idToken = secret === undefined ? undefined : await endSession(db, secret);
    clearSessionCookie(request, reply);
    // The browser forgets what it kept of the product's data.
    reply.header('clear-site-data', '"cache"');
    const returnUri = `${originOf(config, request)}${loginAddress(returnUrl)}`;
    const next =
      addressElsewhere(config, request, elsewhere(returnUrl)) ?? (await logoutAtProvider(singleSignOn, { idToken, returnUri, log }));
    return next === undefined ? reply.redirect(loginAddress(returnUrl), 303) : leave(request, reply, next);
  });
}

function ask(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { status, lang, returnUrl, name }: { status: number; lang: string | undefined; returnUrl: string; name: string },
): FastifyReply {
  const locale = pageLanguage(request, lang);
  return sendPage(reply, status, logoutPage({ locale, text: pageText(locale), returnUrl, name, formToken: formToken(request, reply) }));
}

/** Of the page above, or of the app, which knows the token of the session. */
function isOwnForm(request: FastifyRequest, token: string | null): boolean {
  const { principal } = request;
  const session = principal?.kind === 'user' ? principal.session : undefined;
  return isFormToken(request, token) || (session !== undefined && token !== null && isSameSecret(token, session.csrfToken));
}

function leave(request: FastifyRequest, reply: FastifyReply, address: string): FastifyReply {
  const locale = pageLanguage(request, undefined);
  return sendPage(reply, 200, continuePage({ locale, text: pageText(locale), address }));
}

function elsewhere(returnUrl: string): { page: string; returnUrl: string } {
  return { page: accountEndpoints.logout.path, returnUrl };
}

function loginAddress(returnUrl: string): string {
  return `${accountEndpoints.loginPage.path}?${new URLSearchParams({ returnUrl })}`;
}
