import { timingSafeEqual } from 'node:crypto';
import { AppError } from '@solvane/contract/errors';
import { CSRF_HEADER } from '@solvane/contract/session';
import type { FastifyRequest } from 'fastify';
import type { UserPrincipal } from './caller.ts';

const HEADER = CSRF_HEADER.toLowerCase();

/**
 * A browser sends the cookie of a session with requests that other pages make; the token in a header it does not send by itself.
 *
 * @throws AppError csrf.invalid
 */
export function assertCsrfToken(request: FastifyRequest, principal: UserPrincipal): void {
  if (!principal.session || request.method === 'GET' || request.method === 'HEAD') return;
  const given = request.headers[HEADER];
  if (typeof given !== 'string' || !isSame(given, principal.session.csrfToken)) throw new AppError('csrf.invalid');
}

function isSame(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}
