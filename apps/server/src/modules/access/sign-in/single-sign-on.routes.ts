import { AppError } from '@solvane/contract/errors';
import { accountEndpoints } from '@solvane/contract/session';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { mountPublic } from '../../../http/mount.ts';
import { clientOf } from '../sessions/authenticate.ts';
import { beginSession, replaceSession } from '../sessions/sessions.ts';
import { browserSecret } from './form-token.ts';
import { pageLanguage } from './language.ts';
import { type AccountDeps, sendLogin } from './login-response.ts';
import type { SingleSignOn } from './oidc.ts';
import { safeReturnUrl } from './return-url.ts';

/** Without an identity provider in the settings the two addresses do not exist. */
export function singleSignOnRoutes(app: FastifyInstance, deps: AccountDeps, singleSignOn: SingleSignOn | undefined): void {
  const { db, now, log, config } = deps;

  /** The login page with what went wrong; other failures stay what they are. */
  const refuse = (exchange: { request: FastifyRequest; reply: FastifyReply }, error: unknown): Promise<FastifyReply> => {
    if (!(error instanceof AppError) || (error.code !== 'auth.failed' && error.code !== 'auth.providerUnavailable')) throw error;
    if (error.code === 'auth.failed') log.info({ detail: error.detail }, 'single sign-on refused');
    else log.warn({ detail: error.detail, err: error.cause }, 'the identity provider does not answer');
    const code = error.code === 'auth.failed' ? 'auth.identityUnknown' : error.code;
    return sendLogin(deps, exchange, { locale: pageLanguage(exchange.request, undefined), returnUrl: '/', problem: { code } });
  };

  mountPublic(app, accountEndpoints.singleSignOn, async ({ request, reply, query }) => {
    if (!singleSignOn) throw new AppError('resource.notFound');
    const redirectUri = `${originOf(config, request)}${accountEndpoints.singleSignOnAnswer.path}`;
    const returnUrl = safeReturnUrl(query.returnUrl);
    try {
      return reply.redirect(await singleSignOn.begin({ redirectUri, returnUrl, browserSecret: browserSecret(request, reply) }), 303);
    } catch (error) {
      return refuse({ request, reply }, error);
    }
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
      return refuse({ request, reply }, error);
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
