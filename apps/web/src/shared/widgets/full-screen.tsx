import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './widget.module.css';

interface FullScreenProps {
  onLeave: () => void;
  children: ReactNode;
}

/** A panel over the whole window; Escape leaves. */
export default function FullScreen({ onLeave, children }: FullScreenProps) {
  return (
    <Modal opened onClose={onLeave} fullScreen withCloseButton={false} classNames={{ body: classes.full }}>
      {children}
    </Modal>
  );
}
