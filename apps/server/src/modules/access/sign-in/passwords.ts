import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import type { Issue } from '@solvane/contract/errors';

export const PASSWORD_MIN_LENGTH = 12;
const PASSWORD_MAX_LENGTH = 256;

/** argon2id with 19 MiB, two passes, one lane: 25 ms here, and four sign-ins at once stay under 80 MiB. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Compared against when the account does not exist or has no password, so that both answers take the same time. */
const unknownUserHash = hash(randomBytes(32), COST);

export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), COST);
}

/** False for an unknown account (`undefined`), after the same work as for a known one. */
export async function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await unknownUserHash), password.normalize('NFKC').slice(0, PASSWORD_MAX_LENGTH + 1));
  return matches && typeof passwordHash === 'string';
}

/** Length is what protects; composition rules only produce notes on screens. */
export function checkNewPassword(password: string, email: string): Issue[] {
  const issues: Issue[] = [];
  const refuse = (message: string, values: Record<string, number> = {}) =>
    issues.push({ level: 'error', path: ['password'], message, values });
  const normalized = password.normalize('NFKC');
  if (normalized.length < PASSWORD_MIN_LENGTH) refuse('Common_Validation_MinLength', { minLength: PASSWORD_MIN_LENGTH });
  if (normalized.length > PASSWORD_MAX_LENGTH) refuse('Common_Validation_MaxLength', { maxLength: PASSWORD_MAX_LENGTH });
  const mailbox = email.split('@')[0]?.toLowerCase() ?? '';
  if (new Set(normalized).size < 5 || (mailbox.length > 3 && normalized.toLowerCase().includes(mailbox))) refuse('Auth_Password_Guessable');
  return issues;
}

/** Twenty letters without look-alikes: 94 bits, to be read from a console and typed once. */
export function randomPassword(): string {
  const letters = 'abcdefghijkmnpqrstuvwxyz23456789';
  const groups = Array.from(randomBytes(20), (byte) => letters[byte % letters.length]).join('');
  return groups.replace(/(.{5})(?=.)/g, '$1-');
}
