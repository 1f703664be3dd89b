import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isSecure } from '../../../http/platform.ts';
import { boundToken, isSameSecret } from '../credentials/secrets.ts';
import { cookieOptions } from '../sessions/sessions.ts';

const PURPOSE = 'account form';

/** A secret of this browser from before it has a session: forms carry a token of it, and answers of an identity provider are tied to it. */
export function browserSecret(request: FastifyRequest, reply: FastifyReply): string {
  const kept = request.cookies[cookieName(request)];
  if (kept !== undefined && /^[\w-]{43}$/.test(kept)) return kept;
  const secret = randomBytes(32).toString('base64url');
  reply.setCookie(cookieName(request), secret, cookieOptions(request));
  return secret;
}

export function formToken(request: FastifyRequest, reply: FastifyReply): string {
  return boundToken(browserSecret(request, reply), PURPOSE);
}

/** Whether the form is one that this browser was given. */
export function isFormToken(request: FastifyRequest, token: string | null): boolean {
  const secret = request.cookies[cookieName(request)];
  return secret !== undefined && token !== null && isSameSecret(token, boundToken(secret, PURPOSE));
}

function cookieName(request: FastifyRequest): string {
  return isSecure(request) ? '__Host-solvane-browser' : 'solvane-browser';
}
