import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import countries from 'world-atlas/countries-110m.json' with { type: 'json' };

type Ring = readonly (readonly number[])[];

/** No sites stand south of it, and its land goes around the whole map. */
const ANTARCTIC = -60;
const HALF = 180;

/** Land and borders of countries as paths in degrees, latitudes upwards (Natural Earth 1:110m). */
export const WORLD_PATHS = worldPaths(countries as unknown as Topology<{ land: GeometryCollection; countries: GeometryCollection }>);

function worldPaths(topology: Topology<{ land: GeometryCollection; countries: GeometryCollection }>): { land: string; borders: string } {
  const { land, countries: all } = topology.objects;
  const polygons = feature(topology, land).features.flatMap(({ geometry }) => {
    if (geometry.type === 'MultiPolygon') return geometry.coordinates;
    return geometry.type === 'Polygon' ? [geometry.coordinates] : [];
  });
  const borders = mesh(topology, all, (a, b) => a !== b).coordinates;
  const inhabited = polygons.filter(([outline = []]) => outline.some(([, latitude = 0]) => latitude > ANTARCTIC));
  return {
    land: inhabited.flatMap((rings) => rings.map((ring) => `${pathOf(ring)}Z`)).join(''),
    borders: borders.map(pathOf).join(''),
  };
}

/** What crosses the date line goes on beyond it instead of all the way back. */
function pathOf(ring: Ring): string {
  let before: number | undefined;
  const points = ring.map(([longitude = 0, latitude = 0]) => {
    const turns = before === undefined ? 0 : Math.round((before - longitude) / (2 * HALF));
    before = longitude + turns * 2 * HALF;
    return `${before.toFixed(2)} ${latitude.toFixed(2)}`;
  });
  return `M${points.join('L')}`;
}
