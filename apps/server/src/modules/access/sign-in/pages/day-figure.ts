import type { Text } from '@solvane/i18n/text';
import { type Html, html } from './html.ts';

const [WIDTH, HEIGHT, BASE] = [640, 300, 264];
const [SUNRISE, SUNSET, OUT, BACK] = [5.4, 20.6, 10.6, 14.2];
/** Hours on either side of a step, so that it is drawn upright. */
const EDGE = 0.01;

/**
 * How the product draws a plant, once, before anybody meets it: ink is what the plant gave, the dash what the weather allowed, the hatch what was
 * lost in between. A summer day of four inverters, one of them out for some hours.
 */
export function dayFigure(text: Text): Html {
  const edges = [OUT, OUT + EDGE, BACK - EDGE, BACK];
  const hours = [...Array.from({ length: 24 * 6 + 1 }, (_, index) => index / 6), ...edges].sort((left, right) => left - right);
  const lost = hours.filter((hour) => hour >= OUT && hour <= BACK);
  const area = `${path(lost.map((hour) => [hour, expected(hour)]))}${path(lost.reverse().map((hour) => [hour, actual(hour)])).replace('M', 'L')}Z`;
  return html`<figure class="day">
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="day-caption">
<defs><pattern id="hatch" width="6" height="6" patternTransform="rotate(45)" patternUnits="userSpaceOnUse"><path class="hatch" d="M3 0v6"/></pattern></defs>
${[0.25, 0.5, 0.75, 1].map((share) => html`<path class="grid" d="M0 ${y(share)}H${WIDTH}"/>`)}
<path class="axis" d="M0 ${BASE + 0.5}H${WIDTH}"/>
${[6, 12, 18].map((hour) => html`<path class="axis" d="M${x(hour)} ${BASE}v4"/><text class="tick" x="${x(hour)}" y="${BASE + 20}">${String(hour).padStart(2, '0')}:00</text>`)}
<path class="lost" d="${area}"/><path fill="url(#hatch)" d="${area}"/>
<path class="expected" d="${path(hours.map((hour) => [hour, expected(hour)]))}"/>
<path class="actual" d="${path(hours.map((hour) => [hour, actual(hour)]))}"/>
</svg>
<figcaption id="day-caption"><ul>
<li><span class="key key-actual"></span>${text('Auth_Figure_Actual')}</li>
<li><span class="key key-expected"></span>${text('Auth_Figure_Expected')}</li>
<li><span class="key key-lost"></span>${text('Auth_Figure_Lost')}</li>
</ul></figcaption>
</figure>`;
}

function expected(hour: number): number {
  if (hour <= SUNRISE || hour >= SUNSET) return 0;
  const elevation = Math.sin((Math.PI * (hour - SUNRISE)) / (SUNSET - SUNRISE));
  const cloud = 0.16 * Math.exp(-((hour - 16.1) ** 2) / 0.35) + 0.07 * Math.exp(-((hour - 8.8) ** 2) / 0.12);
  return 0.94 * elevation ** 1.25 * (1 - cloud);
}

function actual(hour: number): number {
  const ripple = 1 - 0.006 * (1 + Math.sin(hour * 9.1) * Math.cos(hour * 4.3));
  return expected(hour) * (hour > OUT && hour < BACK ? 0.745 : ripple);
}

function path(points: [hour: number, share: number][]): string {
  return points.map(([hour, share], index) => `${index === 0 ? 'M' : 'L'}${x(hour)} ${y(share)}`).join('');
}

function x(hour: number): string {
  return ((WIDTH * hour) / 24).toFixed(1);
}

function y(share: number): string {
  return (BASE - share * 240).toFixed(1);
}
