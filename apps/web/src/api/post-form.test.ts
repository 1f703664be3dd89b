import { expect, test } from 'vitest';
import { toFormResponse } from './post-form.ts';

const answer = (body: BodyInit | null, headers: Record<string, string>, status = 200) =>
  toFormResponse(new Response(body, { status, headers }));

test('what a form is answered is told apart by its content type', async () => {
  expect(await answer('{"message":"Done"}', { 'content-type': 'application/json; charset=utf-8' })).toEqual({
    kind: 'json',
    value: { message: 'Done' },
  });
  expect(await answer('Saved', { 'content-type': 'text/plain' })).toEqual({ kind: 'text', text: 'Saved' });
  expect(await answer(null, {}, 204)).toEqual({ kind: 'nothing' });
});

test('an attachment is a file whatever is in it, under its own name', async () => {
  const headers = { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="x.csv"; filename*=UTF-8\'\'Malm%C3%B6.csv' };
  const file = await answer('a,b', headers);
  expect(file).toMatchObject({ kind: 'file', fileName: 'Malmö.csv' });
  const plain = await answer('a,b', { 'content-type': 'application/pdf', 'content-disposition': 'attachment; filename="report.pdf"' });
  expect(plain).toMatchObject({ kind: 'file', fileName: 'report.pdf' });
});
