import type { Site } from '@solvane/contract/fleet';
import type { WidgetPage } from '@solvane/contract/widgets/widget-page';
import type { CommonSettings, StoredWidget } from '@solvane/contract/widgets/widget-settings';
import { useIntl } from 'react-intl';
import type { AnyWidget } from './define-widget.ts';
import { ownPage } from './own-page.ts';
import classes from './widget-form.module.css';

interface SiteWarningsProps {
  definition: AnyWidget;
  stored: StoredWidget;
  page: WidgetPage;
}

/** Of more sites the first ones stand for all. */
const MOST_SITES = 3;

/** What sites of the widget lack that it may need: they can be shown all the same. */
export function SiteWarnings({ definition, stored, page }: SiteWarningsProps) {
  const { formatMessage } = useIntl();
  const read = definition.settings.read(stored);
  if (read.status !== 'complete' || definition.settings.without.includes('devices')) return null;
  const settings: CommonSettings = read.settings;
  const { sites } = ownPage(page, settings, definition.marks?.(settings));
  const hidden = sites.filter(({ visibilityState }) => visibilityState === 'Unpublished');
  const lacking = sites.flatMap((site) => {
    const fields = missingFields(site);
    return fields.length === 0
      ? []
      : [{ site: site.name, fields: fields.map((field) => formatMessage({ id: `Attribute_${field}` })).join(', ') }];
  });
  if (hidden.length === 0 && lacking.length === 0) return null;
  return (
    <ul className={classes.warnings}>
      {hidden.length > 0 && <li>{formatMessage({ id: 'Widget_SitesUnpublished' }, { sites: namesOf(hidden) })}</li>}
      {lacking.slice(0, MOST_SITES).map((each) => (
        <li key={each.site}>{formatMessage({ id: 'Widget_SiteMissing' }, each)}</li>
      ))}
    </ul>
  );
}

function namesOf(sites: readonly Site[]): string {
  const more = sites.length - MOST_SITES;
  return [...sites.slice(0, MOST_SITES).map(({ name }) => name), ...(more > 0 ? [`+${more}`] : [])].join(', ');
}

/** Without a zone days have no midnight, and without coordinates a site is on no map and has no sun. */
function missingFields({ metadata }: Pick<Site, 'metadata'>): ('timezone' | 'latitude' | 'longitude')[] {
  return [
    ...(metadata.timezone === null ? (['timezone'] as const) : []),
    ...(metadata.latitude === null ? (['latitude'] as const) : []),
    ...(metadata.longitude === null ? (['longitude'] as const) : []),
  ];
}
