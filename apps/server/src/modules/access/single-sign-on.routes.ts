import { AppError } from '@solvane/contract/errors';
import { accountEndpoints } from '@solvane/contract/session';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import { mountPublic } from '../../http/mount.ts';
import { clientOf } from './authenticate.ts';
import { browserSecret } from './form-token.ts';
import { pageLanguage } from './language.ts';
import { type AccountDeps, answerLogin } from './login-answer.ts';
import type { SingleSignOn } from './oidc.ts';
import { safeReturnUrl } from './return-url.ts';
import { beginSession, replaceSession } from './sessions.ts';

/** Without an identity provider in the settings the two addresses do not exist. */
export function singleSignOnRoutes(app: FastifyInstance, deps: AccountDeps, singleSignOn: SingleSignOn | undefined): void {
  const { db, now, log, config } = deps;

  mountPublic(app, accountEndpoints.singleSignOn, async ({ request, reply, query }) => {
    if (!singleSignOn) throw new AppError('resource.notFound');
    const redirectUri = `${originOf(config, request)}${accountEndpoints.singleSignOnAnswer.path}`;
    const returnUrl = safeReturnUrl(query.returnUrl);
    return reply.redirect(await singleSignOn.begin({ redirectUri, returnUrl, browserSecret: browserSecret(request, reply) }), 303);
  });

  mountPublic(app, accountEndpoints.singleSignOnAnswer, async ({ request, reply }) => {
    if (!singleSignOn) throw new AppError('resource.notFound');
    try {
      const url = new URL(request.url, originOf(config, request));
      const { userId, idToken, returnUrl } = await singleSignOn.finish({ url, browserSecret: browserSecret(request, reply) });
      const session = { userId, sessionMinutes: config.sessionMinutes, oidcIdToken: idToken, ...clientOf(request) };
      await replaceSession(db, { request, reply }, await beginSession(db, session, now()));
      return reply.redirect(safeReturnUrl(returnUrl), 303);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'auth.failed') throw error;
      log.info({ detail: error.detail }, 'single sign-on refused');
      const locale = pageLanguage(request, undefined);
      return answerLogin(deps, { request, reply }, { locale, returnUrl: '/', problem: { code: 'auth.identityUnknown' } });
    }
  });
}

/** Where the browser ends the provider's session too; undefined: it has none, or cannot be asked. Ours has ended either way. */
export async function logoutAtProvider(
  singleSignOn: SingleSignOn | undefined,
  { idToken, returnUri, log }: { idToken: string | undefined; returnUri: string; log: FastifyBaseLogger },
): Promise<string | undefined> {
  if (!singleSignOn || idToken === undefined) return undefined;
  try {
    return await singleSignOn.logoutUrl(idToken, returnUri);
  } catch (error) {
    log.warn({ err: error }, 'the identity provider could not be asked to end its session');
    return undefined;
  }
}

export function originOf({ publicUrl }: Pick<AccountDeps['config'], 'publicUrl'>, request: FastifyRequest): string {
  return publicUrl ?? `${request.protocol}://${request.host}`;
}
