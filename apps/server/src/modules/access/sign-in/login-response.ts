import { ERRORS, type ErrorCode } from '@solvane/contract/errors';
import type { RegionalFormat } from '@solvane/contract/session';
import { isMessageKey } from '@solvane/i18n/text';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../../deps.ts';
import { DEMO_PASSWORD, isDemoOpen, listDemoLogins } from './demo-logins.ts';
import { formToken } from './form-token.ts';
import { pageText } from './page-text.ts';
import { loginPage } from './pages/login-page.ts';

/** What stands above the form after a refusal. */
export interface Problem {
  code: ErrorCode;
  values?: Record<string, string | number>;
}

export interface LoginOptions {
  locale: RegionalFormat;
  returnUrl: string;
  email?: string;
  problem?: Problem;
}

export type AccountDeps = Pick<Deps, 'db' | 'now' | 'log'> & {
  config: Pick<Deps['config'], 'sessionMinutes' | 'demo' | 'host' | 'oidc' | 'publicUrl' | 'authenticationHost'>;
};

/** The login form, as new or with what was refused. */
export async function sendLogin(
  { db, config }: Pick<AccountDeps, 'db' | 'config'>,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { locale, returnUrl, email = '', problem }: LoginOptions,
): Promise<FastifyReply> {
  const page = loginPage({
    locale,
    text: pageText(locale),
    returnUrl,
    email,
    formToken: formToken(request, reply),
    problem: problem && toNotice(locale, problem),
    demo: isDemoOpen(config) ? { logins: await listDemoLogins(db), password: DEMO_PASSWORD } : undefined,
    singleSignOn: config.oidc?.label,
  });
  return sendPage(reply, problem ? ERRORS[problem.code].status : 200, page);
}

export function sendPage(reply: FastifyReply, status: number, page: string): FastifyReply {
  return reply.code(status).type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page);
}

export function toNotice(locale: RegionalFormat, { code, values }: Problem): { title: string; message: string } {
  const text = pageText(locale);
  const { title, message } = ERRORS[code];
  return { title: isMessageKey(title) ? text(title) : title, message: isMessageKey(message) ? text(message, values) : message };
}
