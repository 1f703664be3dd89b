import { sharedUrlParametersSchema } from '@solvane/contract/shell';
import { z } from 'zod';
import { type StudioSearch, studioSearchSchema } from '../studio-search.ts';

const VERSION = 1;

const contentSchema = z.object({ version: z.number().int(), screen: sharedUrlParametersSchema, search: studioSearchSchema.catch({}) });

/** What a saved view holds: all that a shared link to the screen holds. The address of the screen is kept as it is read there. */
export type StudioViewContent = Omit<z.infer<typeof contentSchema>, 'version'>;

/** undefined: made by a version of the product that stores other things. */
export function parseStudioView(content: unknown): StudioViewContent | undefined {
  const { data } = contentSchema.safeParse(content);
  return data && { screen: data.screen, search: withoutView(data.search) };
}

export function toStudioView({ screen, search }: StudioViewContent): Record<string, unknown> {
  return { version: VERSION, screen, search: withoutView(search) };
}

/** Whether both show the same; which panels are open does not count. */
export function isSameStudioView(left: StudioViewContent, right: StudioViewContent): boolean {
  return canonical(left) === canonical(right);
}

function canonical({ screen, search }: StudioViewContent): string {
  const { segments, signals, startTime, endTime } = screen;
  const own = Object.entries(withoutView(search)).sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([Object.keys(segments).sort(), signals, startTime, endTime, own]);
}

/** Which view it is belongs to the address, not to the view. */
function withoutView(search: StudioSearch): StudioSearch {
  const { saved: _, ...rest } = search;
  return Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
}
