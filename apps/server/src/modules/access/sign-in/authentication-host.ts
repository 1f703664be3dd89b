import type { FastifyRequest } from 'fastify';
import type { AccountDeps } from './login-response.ts';
import { originOf } from './single-sign-on.routes.ts';

/** The same page of another authentication host, which has to be told where to come back to; undefined: this server signs people in itself. */
export function addressElsewhere(
  config: AccountDeps['config'],
  request: FastifyRequest,
  { page, returnUrl }: { page: string; returnUrl: string },
): string | undefined {
  const here = originOf(config, request);
  const there = config.authenticationHost;
  return there === undefined || there === here ? undefined : `${there}${page}?${new URLSearchParams({ returnUrl: here + returnUrl })}`;
}
