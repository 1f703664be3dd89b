import { describe, expect, test } from 'vitest';
import { checkNewPassword, hashPassword, randomPassword, verifyPassword } from './passwords.ts';

describe('passwords', () => {
  test('a password is kept as argon2id and recognised again', async () => {
    const kept = await hashPassword('correct horse battery');
    expect(kept).toMatch(/^\$argon2id\$/);
    expect(await verifyPassword(kept, 'correct horse battery')).toBe(true);
    expect(await verifyPassword(kept, 'correct horse batterz')).toBe(false);
  });

  test('the same letters typed on another system are the same password', async () => {
    const kept = await hashPassword('r\u00e4ksm\u00f6rg\u00e5s p\u00e5 bordet');
    expect(await verifyPassword(kept, 'ra\u0308ksmo\u0308rga\u030As pa\u030A bordet')).toBe(true);
  });

  test('no user signs in without a password of their own', async () => {
    expect(await verifyPassword(null, '')).toBe(false);
    expect(await verifyPassword(undefined, 'anything at all')).toBe(false);
  });

  test('an unknown account costs the same work as a known one', async () => {
    const kept = await hashPassword('correct horse battery');
    // Other threads of this process work, too: the least of several rounds is without theirs.
    const least = { known: Number.POSITIVE_INFINITY, unknown: Number.POSITIVE_INFINITY };
    for (let round = 0; round < 8; round++) {
      for (const [account, passwordHash] of [['known', kept] as const, ['unknown', undefined] as const]) {
        const before = process.cpuUsage();
        await verifyPassword(passwordHash, `wrong ${round}`);
        const { user, system } = process.cpuUsage(before);
        least[account] = Math.min(least[account], user + system);
      }
    }
    expect(least.unknown / least.known).toBeGreaterThan(0.5);
  });

  test.each([
    ['short', 'too short', ['Common_Validation_MinLength']],
    ['aaaaaaaaaaaaaaaa', 'one letter again and again', ['Auth_Password_Guessable']],
    ['maria.svensson-2026', 'contains the mailbox', ['Auth_Password_Guessable']],
    ['x'.repeat(300), 'too long and all the same', ['Common_Validation_MaxLength', 'Auth_Password_Guessable']],
    ['windy hills at dusk', 'a phrase', []],
  ])('%s is judged: %s', (password, _why, messages) => {
    expect(checkNewPassword(password, 'Maria.Svensson@example.org').map((issue) => issue.message)).toEqual(messages);
  });

  test('a printed password passes its own rules and never repeats', () => {
    const passwords = Array.from({ length: 50 }, randomPassword);
    expect(new Set(passwords).size).toBe(50);
    expect(passwords.flatMap((password) => checkNewPassword(password, 'admin@solvane.demo'))).toEqual([]);
  });
});
