import { REGIONAL_FORMATS, type RegionalFormat } from '@solvane/contract/session';
import type { FastifyRequest } from 'fastify';

/** The one asked for, else the browser's most wanted of the three (by language where the region is another), else English. */
export function pageLanguage(request: FastifyRequest, asked: string | null | undefined): RegionalFormat {
  const exact = REGIONAL_FORMATS.find((format) => format === asked);
  if (exact) return exact;
  const wanted = (request.headers['accept-language'] ?? '')
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';');
      const weight = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find((value) => value !== undefined);
      return { language: tag.slice(0, 2).toLowerCase(), weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((left, right) => right.weight - left.weight);
  for (const { language } of wanted) {
    const format = REGIONAL_FORMATS.find((candidate) => candidate.startsWith(language) && language.length === 2);
    if (format) return format;
  }
  return 'en-US';
}
