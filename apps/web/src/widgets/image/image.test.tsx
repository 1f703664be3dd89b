import { fileIdSchema } from '@solvane/contract/ids';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Widget } from '../../shared/widgets/widget.tsx';
import { createFakeProduct } from '../../testing/fake-product.ts';
import { installScreen } from '../../testing/fake-screen.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { imageWidget } from './image.widget.tsx';

afterEach(cleanup);

const fileId = fileIdSchema.parse('0198c0de-0000-7000-8000-000000000077');
const position = { x: 0, y: 0, w: 4, h: 5 };
const page = { sites: [], segmentIds: null, period: { startMs: 0, endMs: 1 }, zone: 'UTC', nowMs: 1, powerDeviceIds: null };

async function show(settings: Record<string, unknown>): Promise<void> {
  installScreen();
  const stored = { id: 'a', type: 'image', version: 2, position, phoneOrder: 1, settings };
  await renderScreen(<Widget stored={stored} registry={{ image: imageWidget }} page={page as never} />, createFakeProduct());
}

test('a picture has its description, and leads to where the settings say', async () => {
  await show({ fileId, alt: 'Plan of the plant', link: { to: 'url', url: 'https://plant.example' } });
  const image = await screen.findByRole('img', { name: 'Plan of the plant' });
  expect(image.getAttribute('src')).toBe(`/api/files/${fileId}`);
  expect(image.closest('a')?.getAttribute('href')).toBe('https://plant.example');
});

test('a picture without a description is not shown unless it is decorative', async () => {
  await show({ fileId });
  expect(await screen.findByText('Say what the image shows, or mark it as decorative.')).toBeDefined();
  cleanup();
  await show({ fileId, isDecorative: true });
  expect((await screen.findByRole('presentation')).getAttribute('alt')).toBe('');
});

test('without a file, or where it cannot be loaded, the widget says so', async () => {
  await show({});
  expect(await screen.findByText('No image')).toBeDefined();
  cleanup();
  await show({ fileId, alt: 'Plan' });
  fireEvent.error(await screen.findByRole('img', { name: 'Plan' }));
  expect((await screen.findByRole('alert')).textContent).toBe('The image could not be loaded.');
});
