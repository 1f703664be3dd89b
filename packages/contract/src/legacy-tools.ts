import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { LIMITS } from './limits.ts';

/** Older fleet tools that the menu leads to, in the menu's order. */
export const LEGACY_TOOLS = [
  'fleetManager',
  'fleetMap',
  'sitesTreeMap',
  'crossPlantExport',
  'reportSubscriptions',
  'userManagement',
  'eventViewer',
  'fleetSchematics',
  'siteBrowser',
] as const;
export type LegacyTool = (typeof LEGACY_TOOLS)[number];

export const legacyToolSchema = z.enum(LEGACY_TOOLS);

/** What the site browser's address says of the place it opens: both are filled in with what is selected. */
export const SITE_BROWSER_PLACEHOLDERS = ['{siteId}', '{segmentId}'] as const;

/** An address of the web, or a path of this server. Anything that a browser would run instead of open is refused. */
const targetSchema = z
  .string()
  .trim()
  .max(LIMITS.addressLength)
  .refine((target) => isWebAddress(target), { error: 'Common_Validation_Url' });

/** Target by tool; a tool without one has no entry in the menu. */
const legacyTargetsSchema = z.partialRecord(legacyToolSchema, targetSchema);
export type LegacyTargets = z.infer<typeof legacyTargetsSchema>;

export const legacyToolEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/legacy-tools/list',
    access: 'signedIn',
    narrowed: 'common',
    summary: 'Older fleet tools that the menu leads to, in its order. The site browser takes {siteId} and {segmentId} in its address.',
    response: z.object({ items: z.array(z.object({ tool: legacyToolSchema, url: z.string() })), canEdit: z.boolean() }),
  }),
  save: endpoint({
    method: 'PUT',
    path: '/api/legacy-tools/save',
    access: 'provider',
    summary: 'Provider staff: sets the targets of the given tools and leaves the others; an empty one hides its entry.',
    body: z.object({ targets: legacyTargetsSchema }).strict(),
    response: z.object({ items: z.array(z.object({ tool: legacyToolSchema, url: z.string() })), canEdit: z.boolean() }),
  }),
};

function isWebAddress(target: string): boolean {
  if (target === '') return true;
  // `//host` would leave this server, `\` stands for `/` in browsers.
  if (target.startsWith('/')) return !/^\/[/\\]/.test(target);
  const filled = target.replace(/\{\w+\}/g, 'x');
  return URL.canParse(filled) && ['http:', 'https:'].includes(new URL(filled).protocol);
}
