import { ActionIcon, Tooltip } from '@mantine/core';
import { IconMessageChatbot } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { closeDetails, openDetails, useDetails } from '../../workspace/details.ts';

interface AssistantButtonProps {
  /** What it stands in gives way to the assistant. */
  onOpen?: () => void;
}

export function AssistantButton({ onOpen }: AssistantButtonProps) {
  const { formatMessage } = useIntl();
  const isOpen = useDetails()?.kind === 'chatbot';
  const label = formatMessage({ id: 'Assistant_Label' });
  const open = (): void => {
    openDetails({ kind: 'chatbot' });
    onOpen?.();
  };
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} aria-pressed={isOpen} onClick={isOpen ? closeDetails : open}>
        <IconMessageChatbot />
      </ActionIcon>
    </Tooltip>
  );
}
