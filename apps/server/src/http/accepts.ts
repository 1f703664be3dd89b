import type { FastifyRequest } from 'fastify';

/** Whether the caller names a type of response, whatever else it would take. */
export function accepts({ headers }: FastifyRequest, type: string): boolean {
  return headers.accept?.split(',').some((accepted) => accepted.trim().startsWith(type)) ?? false;
}
