import { Collapse } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import classes from './section.module.css';

interface SectionProps {
  title: ReactNode;
  /** Level of the heading. */
  level?: 2 | 3 | 4;
  /** Quiet text beside the title, as a count or a period. */
  detail?: ReactNode;
  /** A line or two below the head. */
  description?: ReactNode;
  /** At the end of the head. */
  actions?: ReactNode;
  /** A border around the content, as of a table or a list of settings. */
  isFramed?: boolean;
  /** The head opens and closes the content. */
  isCollapsible?: boolean;
  /** Of a section that keeps it to itself. */
  startsClosed?: boolean;
  /** Given: the owner decides whether it is open. */
  isOpen?: boolean | undefined;
  onToggle?: ((isOpen: boolean) => void) | undefined;
  children: ReactNode;
}

/** A named part of a page or pane: head, description, actions and content. */
export function Section({ title, level = 2, detail, description, actions, children, ...options }: SectionProps) {
  const { isFramed = false, isCollapsible = false, startsClosed = false, isOpen: givenOpen, onToggle } = options;
  const id = useId();
  const [ownOpen, setOwnOpen] = useState(!startsClosed);
  const isOpen = !isCollapsible || (givenOpen ?? ownOpen);
  const Heading = `h${level}` as const;
  const toggle = (): void => {
    setOwnOpen(!isOpen);
    onToggle?.(!isOpen);
  };
  const content = (
    <>
      {description !== undefined && <p className={classes.description}>{description}</p>}
      <div className={classes.content} data-framed={isFramed || undefined}>
        {children}
      </div>
    </>
  );
  return (
    <section className={classes.section} aria-labelledby={`${id}-title`}>
      <div className={classes.head}>
        <Heading id={`${id}-title`} className={classes.title}>
          {isCollapsible ? (
            <button type="button" aria-expanded={isOpen} aria-controls={`${id}-content`} onClick={toggle}>
              <IconChevronDown aria-hidden="true" />
              {title}
            </button>
          ) : (
            title
          )}
        </Heading>
        {detail !== undefined && <span className={classes.detail}>{detail}</span>}
        {actions !== undefined && <div className={classes.actions}>{actions}</div>}
      </div>
      {isCollapsible ? (
        <Collapse id={`${id}-content`} expanded={isOpen} transitionDuration={150}>
          {content}
        </Collapse>
      ) : (
        content
      )}
    </section>
  );
}
