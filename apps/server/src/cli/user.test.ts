import { describe, expect, test } from 'vitest';
import { openBrowser } from '../modules/access/testing/browser.ts';
import { testApp } from '../testing/test-app.ts';
import { execute } from './command.ts';
import { userCommand } from './user.ts';

const ADD = ['add', '--email', 'maria@north.example', '--name', 'Maria', '--enterprise', 'North', '--role', 'admin'];

async function terminal() {
  const product = await testApp();
  const run = async (args: readonly string[], answers: string[] = []) => {
    const printed: string[] = [];
    const asked: boolean[] = [];
    const io = {
      folder: '/',
      print: (line: string) => printed.push(line),
      status: () => undefined,
      ask: async (_question: string, { hidden }: { hidden: boolean }) => {
        asked.push(hidden);
        return answers.shift() ?? '';
      },
      signal: new AbortController().signal,
    };
    const code = await execute(userCommand, product.deps, args, io);
    return { code, asked, text: printed.join('\n') };
  };
  const signIn = (password: string) => openBrowser(product.app).submit('/account/login', { email: 'maria@north.example', password });
  return { ...product, run, signIn };
}

describe('npm run user', () => {
  test('makes the first administrator, with a password that is shown once', async () => {
    const { run, signIn, db } = await terminal();
    const { code, text } = await run(ADD);
    expect(code).toBe(0);
    const password = /shown this once: (\S+)/.exec(text)?.[1] ?? '';
    expect((await signIn(password)).statusCode).toBe(303);
    const { rows } = await db.execute('select e.id, m.role_id from memberships m join enterprises e on e.id = m.enterprise_id');
    expect(rows).toEqual([{ id: 'north', role_id: 'admin' }]);
  });

  test('takes a password that is typed twice without an echo', async () => {
    const { run, signIn } = await terminal();
    const { text, asked } = await run(ADD, ['windy hills at dusk', 'windy hills at dusk']);
    expect(asked).toEqual([true, true]);
    expect(text).not.toContain('windy hills');
    expect((await signIn('windy hills at dusk')).statusCode).toBe(303);
  });

  test.each([
    ['that is short', ['short'], 'Minimum length is 12 characters'],
    ['that is typed differently', ['windy hills at dusk', 'windy hills at dawn'], 'differ'],
  ])('refuses a password %s, and creates no user', async (_what, answers, message) => {
    const { run } = await terminal();
    const { code, text } = await run(ADD, answers);
    expect([code, text]).toEqual([1, expect.stringContaining(message)]);
    expect((await run(['list'])).text).toBe('');
  });

  test('creates a user who signs in by single sign-on only', async () => {
    const { run, signIn } = await terminal();
    expect((await run([...ADD, '--no-password'])).text).toContain('single sign-on');
    expect((await signIn('')).statusCode).toBe(401);
  });

  test('lists who is there with rights and states', async () => {
    const { run } = await terminal();
    await run(ADD);
    await run(['add', '--email', 'staff@solvane.example', '--name', 'Staff', '--provider']);
    await run(['disable', '--email', 'Maria@North.example']);
    expect((await run(['list'])).text.split('\n')).toEqual([
      'maria@north.example  Maria  (Administrator of North; never signed in; disabled)',
      'staff@solvane.example  Staff  (provider staff; never signed in)',
    ]);
  });

  test('disables, enables and resets: sessions and locks end', async () => {
    const { run, signIn, app } = await terminal();
    await run(ADD, ['windy hills at dusk', 'windy hills at dusk']);
    const browser = openBrowser(app);
    await browser.submit('/account/login', { email: 'maria@north.example', password: 'windy hills at dusk' });
    await run(['disable', '--email', 'maria@north.example']);
    expect((await browser.get('/api/profile')).json().isAuthenticated).toBe(false);
    await run(['enable', '--email', 'maria@north.example']);
    for (let attempt = 0; attempt < 6; attempt++) await signIn('wrong');
    expect((await signIn('windy hills at dusk')).statusCode).toBe(429);
    const { text } = await run(['reset', '--email', 'maria@north.example']);
    expect((await signIn(/once: (\S+)/.exec(text)?.[1] ?? '')).statusCode).toBe(303);
  });

  test('gives one role per enterprise, and takes it away', async () => {
    const { run } = await terminal();
    await run(ADD);
    await run(['grant', '--email', 'maria@north.example', '--enterprise', 'north', '--role', 'viewer']);
    await run(['grant', '--email', 'maria@north.example', '--enterprise', 'South', '--role', 'analyst']);
    expect((await run(['list'])).text).toContain('(Viewer of North, Analyst of South;');
    await run(['revoke', '--email', 'maria@north.example', '--enterprise', 'north']);
    expect((await run(['list'])).text).toContain('(Analyst of South;');
  });

  test.each([
    [['add', '--email', 'x@y.example', '--name', 'X'], '--role is missing'],
    [['add', '--name', 'X', '--enterprise', 'N', '--role', 'admin'], '--email is missing'],
    [['add', '--email', 'unknown', '--name', 'X', '--enterprise', 'N', '--role', 'admin'], 'no email address'],
    [['add', '--email', 'x@y.example', '--name', 'X', '--enterprise', 'N', '--role', 'captain'], 'Roles: admin, analyst, contractor'],
    [['disable', '--email', 'x@y.example'], 'There is no user x@y.example'],
    [['add', '--colour', 'red'], '--colour'],
    [['remove'], 'npm run user -- add'],
  ])('says what is wrong with %j', async (args, message) => {
    const { run } = await terminal();
    const { code, text } = await run(args);
    expect([code, text]).toEqual([1, expect.stringContaining(message)]);
  });

  test('does not create a user twice', async () => {
    const { run } = await terminal();
    await run(ADD);
    expect((await run(ADD)).text).toContain('exists already');
  });
});
