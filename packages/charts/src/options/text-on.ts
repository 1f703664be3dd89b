/** Colour of text on a fill: that of the theme or, on fills that are as dark or as light, its opposite. */
export function textOn(colour: string, { text1, surface }: { text1: string; surface: string }): string {
  const onText = contrast(colour, text1);
  const onSurface = contrast(colour, surface);
  return Number.isNaN(onText) || onText >= onSurface ? text1 : surface;
}

/** WCAG 2 contrast of two colours such as `#1d5cc4` or `#fff`. NaN: a colour is written another way */
function contrast(a: string, b: string): number {
  const [one, other] = [luminance(a), luminance(b)];
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

function luminance(colour: string): number {
  const [, long] = /^#([0-9a-f]{6})$/i.exec(colour) ?? [];
  const [, short] = /^#([0-9a-f]{3})$/i.exec(colour) ?? [];
  const pairs = (long ?? short?.replaceAll(/./g, '$&$&') ?? '').match(/../g) ?? [];
  const [red, green, blue] = pairs.map((pair) => {
    const share = Number.parseInt(pair, 16) / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? Number.NaN) + 0.7152 * (green ?? Number.NaN) + 0.0722 * (blue ?? Number.NaN);
}
