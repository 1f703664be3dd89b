import { renderToStaticMarkup } from 'react-dom/server';
import { kindPaletteOf, readPalette } from './internal/palette.ts';
import { chartSvg } from './options/chart-svg.ts';
import { escapeText } from './options/escape-text.ts';
import type { KindOption, KindPalette } from './options/kind-frame.ts';
import type { SvgChartProps } from './svg-chart.tsx';

interface KindImageRequest {
  charts: readonly {
    label: string;
    build?: ((palette: KindPalette) => KindOption) | undefined;
    draw?: SvgChartProps['draw'] | undefined;
  }[];
  /** Above the charts: what they show, of when. */
  title: string;
  subtitle: string;
  /** Below them: where they come from. */
  mark: string;
}

const WIDTH = 1200;
const HEIGHT = 420;
const HEAD = 64;
const CHART_HEAD = 24;
const FOOT = 28;
const MARGIN = 16;
const PIXEL_RATIO = 2;

/** Charts with their title as SVG text, in the theme that is on. */
export function kindSvg({ charts, title, subtitle, mark }: KindImageRequest): string {
  const tokens = kindPaletteOf(readPalette());
  // ECharts writes the font into attributes as it is.
  const palette = { ...tokens, font: tokens.font.replaceAll('"', "'") };
  const { text1, text2, surface, font } = palette;
  const height = HEAD + charts.length * (CHART_HEAD + HEIGHT) + FOOT;
  const line = (text: string, y: number, look: string) => `<text x="16" y="${y}" ${look}>${escapeText(text)}</text>`;
  const parts = charts.map(({ label, build, draw }, index) => {
    const top = HEAD + index * (CHART_HEAD + HEIGHT);
    const size = { width: WIDTH - 2 * MARGIN, height: HEIGHT };
    const drawn = () => renderToStaticMarkup(<g transform={`translate(${MARGIN} 0)`}>{draw?.(palette, size)}</g>);
    const drawing = build ? chartSvg(build(palette), { width: WIDTH, height: HEIGHT }) : drawn();
    return `${line(label, top + 16, `font-size="12" fill="${text2}"`)}<g transform="translate(0 ${top + CHART_HEAD})">${drawing}</g>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" font-family="${font}">`,
    `<rect width="100%" height="100%" fill="${surface}"/>`,
    line(title, 28, `font-size="16" font-weight="600" fill="${text1}"`),
    line(subtitle, 48, `font-size="12" fill="${text2}"`),
    ...parts,
    line(mark, height - 10, `font-size="11" fill="${text2}"`),
    '</svg>',
  ]
    .join('')
    .replaceAll(/var\(--([\w-]+)\)/g, (_, name: string) => tokenValue(name));
}

/** A drawing that leaves the page takes the values of its tokens with it. */
function tokenValue(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim() || 'gray';
}

/** The same as a PNG with two pixels for each of the drawing. */
export async function kindPng(request: KindImageRequest): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(kindSvg(request))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth * PIXEL_RATIO;
  canvas.height = image.naturalHeight * PIXEL_RATIO;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The browser made no picture'))), 'image/png'),
  );
}
