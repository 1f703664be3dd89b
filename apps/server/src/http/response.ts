import type { EndpointDefinition } from '@solvane/contract/endpoint';
import { withIssueTexts } from './issue-texts.ts';

/**
 * Above this many characters an answer is not checked in production: a check costs three to four times the serialisation, 0.3 ms for this length and
 * 260 ms for a million points.
 */
const CHECKED_CHARACTERS = 64 * 1024;

/**
 * The text of an answer that agrees with the contract: unknown fields are dropped, wrong ones fail loudly.
 *
 * @throws Error when the value does not agree: a mistake of the server, not of the caller
 */
export function checkedResponse(endpoint: EndpointDefinition, result: unknown, { strict }: { strict: boolean }): string {
  const value = withIssueTexts(endpoint, result);
  const text = JSON.stringify(value);
  if (!endpoint.response) return text ?? 'null';
  if (!strict && text !== undefined && text.length > CHECKED_CHARACTERS) return text;
  const parsed = endpoint.response.safeParse(value);
  if (!parsed.success)
    throw new Error(`${endpoint.method} ${endpoint.path} answers what its contract does not say: ${parsed.error.message}`);
  return JSON.stringify(parsed.data);
}
