/** What covers the cells. */
export interface ModuleGlass {
  refractiveIndex?: number;
  /** Absorbed per path through the glass. [1/m] */
  extinction?: number;
  /** [m] */
  thickness?: number;
}

/**
 * Share of the beam that enters the glass, relative to perpendicular light, from refraction at its surface and absorption on the way through.
 *
 * @param cosIncidence - cosine of the angle of incidence
 * @param glass - default: 2 mm of low-iron glass without coating
 * @returns 0 to 1; 0 behind the plane; NaN for NaN
 * @see De Soto, Klein & Beckman, Solar Energy 80 (2006); 46.731805° → 0.985586
 */
export function physicalIncidenceModifier(
  cosIncidence: number,
  { refractiveIndex = 1.526, extinction = 4, thickness = 0.002 }: ModuleGlass = {},
): number {
  if (cosIncidence <= 0) return 0;
  const cosine = Math.min(1, cosIncidence);
  const cosineInGlass = Math.sqrt(1 - (1 - cosine * cosine) / (refractiveIndex * refractiveIndex));
  const across = (cosine - refractiveIndex * cosineInGlass) / (cosine + refractiveIndex * cosineInGlass);
  const along = (cosineInGlass - refractiveIndex * cosine) / (cosineInGlass + refractiveIndex * cosine);
  const perpendicular = (refractiveIndex - 1) / (refractiveIndex + 1);
  const passed = (1 - (across * across + along * along) / 2) * Math.exp((-extinction * thickness) / cosineInGlass);
  return passed / ((1 - perpendicular * perpendicular) * Math.exp(-extinction * thickness));
}
