import { readFile } from 'node:fs/promises';
import { accountEndpoints } from '@solvane/contract/session';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { countedAddress } from '../../../http/addresses.ts';
import { mountPublic } from '../../../http/mount.ts';
import { openView } from '../credentials/view-keys.ts';
import { clientOf } from '../sessions/authenticate.ts';
import { replaceSession } from '../sessions/sessions.ts';
import { setupRoutes } from '../setup/setup.routes.ts';
import { isSetupOpen } from '../setup/setup.ts';
import { addressElsewhere } from '../sign-in/authentication-host.ts';
import { DEMO_PASSWORD, isDemoOpen } from '../sign-in/demo-logins.ts';
import { readForm } from '../sign-in/form-body.ts';
import { isFormToken } from '../sign-in/form-token.ts';
import { findKnownBrowser, rememberBrowser } from '../sign-in/known-browsers.ts';
import { pageLanguage } from '../sign-in/language.ts';
import { type AccountDeps, sendLogin, sendPage } from '../sign-in/login-response.ts';
import { logoutRoutes } from '../sign-in/logout.routes.ts';
import { createSingleSignOn } from '../sign-in/oidc.ts';
import { pageText } from '../sign-in/page-text.ts';
import { ACCOUNT_FONT_FILE, ACCOUNT_FONT_PATH, ACCOUNT_STYLESHEET, ACCOUNT_STYLESHEET_PATH } from '../sign-in/pages/account-page.ts';
import { viewRefusedPage } from '../sign-in/pages/message-page.ts';
import { safeReturnUrl } from '../sign-in/return-url.ts';
import { signIn } from '../sign-in/sign-in.ts';
import { singleSignOnRoutes } from '../sign-in/single-sign-on.routes.ts';

/** The pages around sign-in. They work without scripts: each answer is a page or leads to one. */
export function accountRoutes(app: FastifyInstance, deps: AccountDeps): void {
  const { db, now, config } = deps;
  const singleSignOn = config.oidc && createSingleSignOn({ db, config: config.oidc, now });

  app.get(ACCOUNT_STYLESHEET_PATH, (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=31536000, immutable').send(ACCOUNT_STYLESHEET),
  );
  app.get(ACCOUNT_FONT_PATH, async (_request, reply) =>
    reply
      .type('font/woff2')
      .header('cache-control', 'public, max-age=604800')
      .send(await readFile(ACCOUNT_FONT_FILE)),
  );

  mountPublic(app, accountEndpoints.loginPage, async ({ request, reply, query, caller }) => {
    const returnUrl = safeReturnUrl(query.returnUrl);
    if (caller) return reply.redirect(returnUrl, 303);
    const elsewhere = addressElsewhere(config, request, { page: accountEndpoints.loginPage.path, returnUrl });
    if (elsewhere !== undefined) return reply.redirect(elsewhere, 303);
    if (await isSetupOpen(db, config)) return reply.redirect(accountEndpoints.setupPage.path, 303);
    return sendLogin(deps, { request, reply }, { locale: pageLanguage(request, query.lang), returnUrl });
  });

  mountPublic(app, accountEndpoints.login, async ({ request, reply, stream }) =>
    login(deps, { request, reply }, readLogin(await readForm(stream()), { isDemo: isDemoOpen(config) })),
  );

  mountPublic(app, accountEndpoints.view, async ({ request, reply, query }) => {
    const returnUrl = safeReturnUrl(query.returnUrl);
    const { principal } = request;
    // A link must not replace the session of a user who signed in.
    if (principal?.kind === 'user' && principal.token === undefined) {
      const locale = pageLanguage(request, query.lang);
      return sendPage(reply, 409, viewRefusedPage({ locale, text: pageText(locale), returnUrl, name: principal.name }));
    }
    const view = { key: query.key ?? '', sessionMinutes: config.sessionMinutes, ...clientOf(request) };
    const secret = await openView(db, view, now());
    if (secret === undefined) return reply.redirect(`${accountEndpoints.loginPage.path}?${new URLSearchParams({ returnUrl })}`, 303);
    await replaceSession(db, { request, reply }, secret);
    return reply.header('cache-control', 'no-store').redirect(returnUrl, 303);
  });

  logoutRoutes(app, deps, singleSignOn);
  singleSignOnRoutes(app, deps, singleSignOn);
  setupRoutes(app, deps);
}

interface Login {
  email: string;
  password: string;
  token: string | null;
  returnUrl: string;
  lang: string | null;
}

/** A row of the demo list stands for its login with the published password. */
function readLogin(form: URLSearchParams, { isDemo }: { isDemo: boolean }): Login {
  const demo = isDemo ? form.get('demo') : null;
  return {
    email: (demo ?? form.get('email') ?? '').trim(),
    password: demo === null ? (form.get('password') ?? '') : DEMO_PASSWORD,
    token: form.get('token'),
    returnUrl: safeReturnUrl(form.get('returnUrl')),
    lang: form.get('lang'),
  };
}

const LONGEST_ADDRESS = 320;

async function login(
  deps: AccountDeps,
  exchange: { request: FastifyRequest; reply: FastifyReply },
  { email, password, token, returnUrl, lang }: Login,
): Promise<FastifyReply> {
  const { db, now, config } = deps;
  const { request, reply } = exchange;
  const answer = { locale: pageLanguage(request, lang), returnUrl, email: email.slice(0, LONGEST_ADDRESS) };
  if (!isFormToken(request, token)) return sendLogin(deps, exchange, { ...answer, problem: { code: 'csrf.invalid' } });
  if (email === '' || email.length > LONGEST_ADDRESS || password === '')
    return sendLogin(deps, exchange, { ...answer, problem: { code: 'auth.failed' } });
  const former = await findKnownBrowser(db, request, { email, nowMs: now() });
  const browser = { ...clientOf(request), countedAddress: countedAddress(request), knownBrowserId: former?.id };
  const result = await signIn(db, { email, password, sessionMinutes: config.sessionMinutes, ...browser }, now());
  if ('secret' in result) {
    await replaceSession(db, exchange, result.secret);
    await rememberBrowser(db, exchange, { userId: result.userId, former, nowMs: now() });
    return reply.redirect(returnUrl, 303);
  }
  if (result.failed === 'wrong') return sendLogin(deps, exchange, { ...answer, problem: { code: 'auth.failed' } });
  reply.header('retry-after', String(Math.ceil(result.retryAfterMs / 1_000)));
  const minutes = Math.ceil(result.retryAfterMs / 60_000);
  return sendLogin(deps, exchange, { ...answer, problem: { code: 'auth.locked', values: { minutes } } });
}
