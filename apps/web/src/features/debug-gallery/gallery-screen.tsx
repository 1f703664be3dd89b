import type { ComponentType } from 'react';
import { useIntl } from 'react-intl';
import { Screen } from '../../shared/screen/screen.tsx';
import { SidePanel } from '../../shared/screen/side-panel.tsx';
import { ErrorBoundary } from '../../shared/states/error-boundary.tsx';
import { ChartParts } from './chart-parts.tsx';
import { ConfigurationParts } from './configuration-parts.tsx';
import { ControlParts } from './control-parts.tsx';
import { DistributionParts } from './distribution-parts.tsx';
import { FieldParts } from './field-parts.tsx';
import { FilterParts } from './filter-parts.tsx';
import { FloatingParts } from './floating-parts.tsx';
import { FlowParts } from './flow-parts.tsx';
import { FormParts } from './form-parts.tsx';
import classes from './gallery.module.css';
import { GridParts } from './grid-parts.tsx';
import { KindParts } from './kind-parts.tsx';
import { KitParts } from './kit-parts.tsx';
import { PaneParts } from './pane-parts.tsx';
import type { GalleryProps } from './part.tsx';
import { QueryParts } from './query-parts.tsx';
import { StateParts } from './state-parts.tsx';
import { TableParts } from './table-parts.tsx';
import { TokenParts } from './token-parts.tsx';
import { WidgetParts } from './widget-parts.tsx';

/** Names are those in the code: a reader who looks for a part here finds it there. */
const SECTIONS: readonly { name: string; Parts: ComponentType<GalleryProps> }[] = [
  { name: 'tokens', Parts: TokenParts },
  { name: 'controls', Parts: ControlParts },
  { name: 'fields', Parts: FieldParts },
  { name: 'filters', Parts: FilterParts },
  { name: 'files and steps', Parts: FlowParts },
  { name: 'form-definition', Parts: FormParts },
  { name: 'sections and saving', Parts: KitParts },
  { name: 'configuration', Parts: ConfigurationParts },
  { name: 'queries', Parts: QueryParts },
  { name: 'states', Parts: StateParts },
  { name: 'notices and dialogs', Parts: FloatingParts },
  { name: 'panes', Parts: PaneParts },
  { name: 'tables', Parts: TableParts },
  { name: 'editable grids', Parts: GridParts },
  { name: 'charts', Parts: ChartParts },
  { name: 'chart kinds', Parts: KindParts },
  { name: 'chart kinds of distributions', Parts: DistributionParts },
  { name: 'widgets', Parts: WidgetParts },
];

/** Every shared part in its states, with fixed data: the workbench, and where pictures are taken. */
export function GalleryScreen(props: GalleryProps) {
  const { formatMessage } = useIntl();
  return (
    <Screen title={formatMessage({ id: 'Route_debug' })} subtitle={formatMessage({ id: 'Debug_Subtitle' })}>
      <div className={classes.gallery}>
        {SECTIONS.map(({ name, Parts }) => (
          <section key={name} id={idOf(name)} className={classes.section} aria-label={name}>
            <h2>{name}</h2>
            <ErrorBoundary>
              <Parts {...props} />
            </ErrorBoundary>
          </section>
        ))}
      </div>
      <SidePanel title={formatMessage({ id: 'Debug_Contents' })}>
        <ul className={classes.contents}>
          {SECTIONS.map(({ name }) => (
            <li key={name}>
              <a href={`#${idOf(name)}`}>{name}</a>
            </li>
          ))}
        </ul>
      </SidePanel>
    </Screen>
  );
}

function idOf(name: string): string {
  return `gallery-${name.replaceAll(' ', '-')}`;
}
