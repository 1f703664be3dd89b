import { type ReactNode, useEffect } from 'react';
import { createPortal } from 'react-dom';
import { HasTitle } from './has-title.ts';
import classes from './screen.module.css';
import { setScreenTitle, useBreadcrumbSlot } from './screen-slots.ts';

export interface ScreenProps {
  /** Title of the page, also of the document. */
  title: string;
  /** Quiet words beside the title: how much, of what. */
  subtitle?: ReactNode;
  /** Right end of the title row. */
  actions?: ReactNode;
  /** Small buttons beside the breadcrumb in the header. */
  breadcrumbActions?: ReactNode;
  /** The content reaches the edges and scrolls by itself; the title is then for the document and for those who listen. */
  fullBleed?: boolean;
  /** Keeps the title row out of sight, as where the first row of the screen is a tool bar. */
  hideTitle?: boolean;
  /** Stands where there is no page: its title is the document's. */
  isStandIn?: boolean;
  children: ReactNode;
}

/** Frame of every screen: title row, content, and what it adds to the header. */
export function Screen({
  title,
  subtitle,
  actions,
  breadcrumbActions,
  fullBleed = false,
  hideTitle = false,
  isStandIn = false,
  children,
}: ScreenProps) {
  const slot = useBreadcrumbSlot();
  // The title belongs to the document and the breadcrumb, which lie outside of this tree.
  useEffect(() => setScreenTitle({ title, isStandIn }), [title, isStandIn]);
  return (
    <section className={classes.screen} data-full-bleed={fullBleed || undefined} aria-label={title}>
      {slot && breadcrumbActions && createPortal(breadcrumbActions, slot)}
      {hideTitle ? (
        <h1 className={classes.hidden}>{title}</h1>
      ) : (
        <header className={classes.head}>
          <h1 className={classes.title}>{title}</h1>
          {subtitle !== undefined && <div className={classes.subtitle}>{subtitle}</div>}
          {actions !== undefined && <div className={classes.actions}>{actions}</div>}
        </header>
      )}
      <div className={classes.body}>
        <HasTitle value={true}>{children}</HasTitle>
      </div>
    </section>
  );
}
