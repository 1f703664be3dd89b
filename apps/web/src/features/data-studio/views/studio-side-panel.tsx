import { Section } from '@solvane/ui/section';
import { useIntl } from 'react-intl';
import type { StudioSearch } from '../studio-search.ts';
import { ViewList } from './view-list.tsx';
import classes from './views.module.css';

export interface StudioSidePanelProps {
  search: StudioSearch;
}

/** Views and options of Data Studio. */
export function StudioSidePanel({ search }: StudioSidePanelProps) {
  const { formatMessage } = useIntl();
  return (
    <div className={classes.panel}>
      <Section title={formatMessage({ id: 'DataStudio_Views' })} level={3} isCollapsible>
        <ViewList search={search} />
      </Section>
    </div>
  );
}
