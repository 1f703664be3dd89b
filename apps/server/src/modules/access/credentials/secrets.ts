import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** What a secret begins with says what it is, to people and to secret scanners. */
export const SECRET_PREFIXES = {
  session: 'slvs_',
  apiToken: 'slvt_',
  ingestionKey: 'slvk_',
  viewKey: 'slvv_',
  knownBrowser: 'slvb_',
} as const;
export type SecretKind = keyof typeof SECRET_PREFIXES;

/** 256 random bits. Only its hash is stored. */
export function newSecret(kind: SecretKind): string {
  return SECRET_PREFIXES[kind] + randomBytes(32).toString('base64url');
}

/** A plain digest is enough: there is nothing to guess in 256 random bits, and it can be looked up by index. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** A token that is bound to a secret of the browser and needs no storage: for the life of a session, or of the login form's cookie. */
export function boundToken(secret: string, purpose: string): string {
  return createHmac('sha256', secret).update(purpose).digest('base64url');
}

export function isSameSecret(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Twelve letters without look-alikes (60 bits), typed once by the person who reads the console. */
export function newSetupCode(): string {
  const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
  const code = Array.from(randomBytes(12), (byte) => letters[byte % letters.length]).join('');
  return `${code.slice(0, 4)}-${code.slice(4, 8)}-${code.slice(8)}`;
}
