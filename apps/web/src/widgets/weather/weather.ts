import type { WeatherQuantity } from '@solvane/contract/site-weather';
import type { WEATHER_FACTS, WeatherSettings, weatherQueries } from '@solvane/contract/widgets/weather';
import type { CommonSettings } from '@solvane/contract/widgets/widget-settings';
import type { WidgetProps } from '../../shared/widgets/define-widget.ts';

export type WeatherProps = WidgetProps<CommonSettings & WeatherSettings, ReturnType<typeof weatherQueries>>;
export type WeatherRead = NonNullable<WeatherProps['data']['weather']>;
type Quantity = WeatherRead['quantities'][number];

const FACT_OF: Record<WeatherQuantity, (typeof WEATHER_FACTS)[number]> = {
  IrradiancePOA: 'irradiance',
  IrradianceGHI: 'irradiance',
  AmbientTemperature: 'temperature',
  ModuleTemperature: 'temperature',
  WindSpeed: 'wind',
  WindGust: 'wind',
  WindDirection: 'direction',
  Rainfall: 'rain',
  SnowDepth: 'snow',
  AirDensity: 'density',
};

/** Quantities that the settings want, as far as the site measures them. */
export function shownQuantities({ show }: Pick<WeatherSettings, 'show'>, { quantities }: Pick<WeatherRead, 'quantities'>): Quantity[] {
  const wanted = quantities.filter(({ apCode }) => show.includes(FACT_OF[apCode]));
  const hasPlane = wanted.some(({ apCode }) => apCode === 'IrradiancePOA');
  // The light on the modules says more than the same light on the ground.
  return wanted.filter(({ apCode }) => apCode !== 'IrradianceGHI' || !hasPlane);
}

/** What is drawn: light, else wind with its gusts, else the first that is there. */
export function drawnQuantities(shown: readonly Quantity[]): Quantity[] {
  const light = shown.filter(({ apCode }) => apCode === 'IrradiancePOA' || apCode === 'IrradianceGHI');
  if (light.length > 0) return light;
  const wind = shown.filter(({ apCode }) => apCode === 'WindSpeed' || apCode === 'WindGust');
  return wind.length > 0 ? wind : shown.slice(0, 1);
}

interface Points {
  timesMs: Float64Array;
  values: Float64Array;
}

/** What was until now, and what is foreseen: it begins with the last point before, so that both lines meet. ahead: undefined where nothing is */
export function splitAt(nowMs: number, timesMs: Float64Array, values: Float64Array): { past: Points; ahead: Points | undefined } {
  const first = timesMs.findIndex((timeMs) => timeMs > nowMs);
  if (first < 0) return { past: { timesMs, values }, ahead: undefined };
  const from = Math.max(0, first - 1);
  return {
    past: { timesMs: timesMs.subarray(0, first), values: values.subarray(0, first) },
    ahead: { timesMs: timesMs.subarray(from), values: values.subarray(from) },
  };
}
