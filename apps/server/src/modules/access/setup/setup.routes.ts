import { AppError, ERRORS } from '@solvane/contract/errors';
import { accountEndpoints } from '@solvane/contract/session';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { countedAddress } from '../../../http/addresses.ts';
import { mountPublic } from '../../../http/mount.ts';
import { clientOf } from '../sessions/authenticate.ts';
import { beginSession, replaceSession } from '../sessions/sessions.ts';
import { readForm } from '../sign-in/form-body.ts';
import { formToken, isFormToken } from '../sign-in/form-token.ts';
import { pageLanguage } from '../sign-in/language.ts';
import { admitAttempt, recordSuccess } from '../sign-in/login-attempts.ts';
import { type AccountDeps, type Problem, sendPage, toNotice } from '../sign-in/login-response.ts';
import { issueText, pageText } from '../sign-in/page-text.ts';
import { type SetupPage, setupPage } from '../sign-in/pages/setup-page.ts';
import { checkSetup, completeSetup, isSetupCode, isSetupOpen, type Setup } from './setup.ts';

/** There only while no user exists: afterwards both addresses answer 404. */
export function setupRoutes(app: FastifyInstance, deps: AccountDeps): void {
  const { db, config } = deps;
  mountPublic(app, accountEndpoints.setupPage, async ({ request, reply, query }) => {
    if (!(await isSetupOpen(db, config))) throw new AppError('resource.notFound');
    const locale = pageLanguage(request, query.lang);
    return sendPage(reply, 200, setupPage({ locale, text: pageText(locale), formToken: formToken(request, reply) }));
  });

  mountPublic(app, accountEndpoints.setup, async ({ request, reply, stream }) => {
    if (!(await isSetupOpen(db, config))) throw new AppError('resource.notFound');
    return setUp(deps, { request, reply }, await readForm(stream()));
  });
}

async function setUp(
  { db, now, config }: AccountDeps,
  exchange: { request: FastifyRequest; reply: FastifyReply },
  form: URLSearchParams,
): Promise<FastifyReply> {
  const { request, reply } = exchange;
  const locale = pageLanguage(request, form.get('lang'));
  const text = pageText(locale);
  const setup = readSetup(form);
  const refuse = (status: number, more: Pick<SetupPage, 'problem' | 'problems'>) =>
    sendPage(reply, status, setupPage({ locale, text, formToken: formToken(request, reply), values: { ...setup }, ...more }));
  const refuseWhole = (problem: Problem) => refuse(ERRORS[problem.code].status, { problem: toNotice(locale, problem) });

  if (!isFormToken(request, form.get('token'))) return refuseWhole({ code: 'csrf.invalid' });
  const admission = await admitAttempt(db, { email: '(setup)', address: countedAddress(request) }, now());
  if ('lockedUntilMs' in admission)
    return refuseWhole({ code: 'auth.locked', values: { minutes: Math.ceil((admission.lockedUntilMs - now()) / 60_000) } });
  if (!(await isSetupCode(db, setup.code))) return refuse(401, { problems: { code: text('Auth_Setup_code_Wrong') } });
  await recordSuccess(db, admission.attemptId, now());
  const issues = checkSetup(setup);
  if (issues.length > 0) {
    // The first problem of a field is the one that is shown.
    const problems = Object.fromEntries(issues.toReversed().map((issue) => [issue.path[0], issueText(text, issue)]));
    return refuse(400, { problems });
  }
  const userId = await completeSetup(db, setup, now());
  const session = { userId, sessionMinutes: config.sessionMinutes, ...clientOf(request) };
  await replaceSession(db, exchange, await beginSession(db, session, now()));
  return reply.redirect('/', 303);
}

function readSetup(form: URLSearchParams): Setup {
  const read = (name: keyof Setup) => form.get(name) ?? '';
  return {
    code: read('code'),
    name: read('name').trim(),
    email: read('email').trim(),
    enterprise: read('enterprise').trim(),
    password: read('password'),
    repeated: read('repeated'),
  };
}
