import { expect, test } from 'vitest';
import { SvgContext } from './svg-context.ts';

test('paths are written where the origin was moved to, inside the area that was clipped, until it is restored', () => {
  const context = new SvgContext();
  context.save();
  context.translate(10, 20);
  context.beginPath();
  context.rect(0, 0, 5, 5);
  context.clip();
  context.beginPath();
  context.moveTo(1, 2);
  context.lineTo(3, 4.567);
  context.strokeStyle = '#123456';
  context.setLineDash([5, 3]);
  context.globalAlpha = 0.5;
  context.stroke();
  context.restore();
  context.fillStyle = 'red';
  context.fillRect(0, 0, 1, 1);
  expect(context.elements()).toBe(
    [
      '<clipPath id="clip-1"><path d="M10 20L15 20L15 25L10 25Z"/></clipPath>',
      '<path d="M11 22L13 24.57" fill="none" stroke="#123456" stroke-width="1" stroke-linejoin="miter" stroke-linecap="butt" stroke-dasharray="5 3" stroke-opacity="0.5" clip-path="url(#clip-1)"/>',
      '<path d="M0 0L1 0L1 1L0 1Z" fill="red"/>',
    ].join(''),
  );
});

test('a clip inside another one holds in both', () => {
  const context = new SvgContext();
  for (const size of [9, 4]) {
    context.beginPath();
    context.rect(0, 0, size, size);
    context.clip();
  }
  expect(context.elements()).toContain('<clipPath id="clip-2" clip-path="url(#clip-1)">');
});

test('a whole circle is two arcs, and a text is escaped and anchored as it is aligned', () => {
  const context = new SvgContext();
  context.beginPath();
  context.arc(5, 5, 2, 0, Math.PI * 2);
  context.fill();
  context.font = '600 11px Inter, sans-serif';
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  context.fillText('a < b', 10, 10);
  expect(context.elements()).toContain('M7 5A2 2 0 0 1 3 5A2 2 0 0 1 7 5');
  expect(context.elements()).toContain('y="13.85" font-family="Inter, sans-serif" font-size="11" font-weight="600" text-anchor="end"');
  expect(context.elements()).toContain('>a &lt; b</text>');
});
