import type { ComponentType, ReactNode } from 'react';
import type { DeviceSelectProps } from '../../shared/form-definition/form-item.tsx';
import type { WidgetLibrary } from '../../shared/widgets/define-widget.ts';
import classes from './gallery.module.css';

/** What features do not import, handed in by the route. */
export interface GalleryProps {
  library: WidgetLibrary;
  DeviceSelect: ComponentType<DeviceSelectProps>;
}

/** One part under its name in the code, in one or more states. */
export function Part({ name, isWide = false, children }: { name: string; isWide?: boolean; children: ReactNode }) {
  return (
    <figure className={classes.part} data-wide={isWide || undefined}>
      <figcaption>
        <code>{name}</code>
      </figcaption>
      <div className={classes.states}>{children}</div>
    </figure>
  );
}
