import { emailAndPassword, expect, test } from './product.ts';
import { signInAs } from './visit.ts';

test.describe('signing in', () => {
  // A browser reports every 401 as an error, also where it is the right answer.
  test.beforeEach(({ expectComplaints }) => expectComplaints(/status of 401/));

  test('a wrong password shows the form again, says so, and keeps the email', async ({ page }) => {
    await page.goto('/account/login?returnUrl=%2Fdata-studio');
    await page.getByLabel('Email').fill('analyst@solvane.demo');
    await page.getByLabel('Password').fill('not this one');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('alert')).toContainText('Email and password do not match an active account.');
    await expect(page.getByLabel('Email')).toHaveValue('analyst@solvane.demo');
    await expect(page.getByLabel('Password')).toHaveValue('');

    await page.getByLabel('Password').fill(emailAndPassword('analyst').password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/data-studio$/);
    await expect(page).toHaveTitle('Data Studio - Solvane');
  });

  test('one click on a demo login is enough', async ({ page }) => {
    await page.goto('/account/login');
    await page.getByRole('button', { name: /^Viewer/ }).click();
    await expect(page).toHaveTitle('Home - Solvane');
  });

  for (const returnUrl of ['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])
    test(`an address of another origin is not followed: ${returnUrl}`, async ({ page, product }) => {
      await signInAs(page, 'viewer', { baseUrl: product.baseUrl, path: returnUrl });
      expect(new URL(page.url()).origin).toBe(product.baseUrl);
      await expect(page).toHaveTitle('Home - Solvane');
    });

  test('a link opened by a stranger leads over the login page back to itself, question included', async ({ page }) => {
    await page.goto('/data-studio?resolution=hour&period=last7Days');
    await expect(page).toHaveURL(/\/account\/login\?returnUrl=/);
    await page.getByLabel('Email').fill('analyst@solvane.demo');
    await page.getByLabel('Password').fill(emailAndPassword('analyst').password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveTitle('Data Studio - Solvane');
    const { pathname, searchParams } = new URL(page.url());
    expect([pathname, searchParams.get('resolution'), searchParams.get('period')]).toEqual(['/data-studio', 'hour', 'last7Days']);
  });

  test('after signing out nothing of the product opens any more, not even by going back', async ({ page, product }) => {
    await signInAs(page, 'operator', { baseUrl: product.baseUrl });
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    const answer = await page.request.get('/api/permissions');
    expect(answer.status()).toBe(401);
  });
});
