import { ActionIcon, Tooltip } from '@mantine/core';
import { IconMessageChatbot } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { closeDetails, openDetails, useDetails } from '../../workspace/details.ts';

export function AssistantButton() {
  const { formatMessage } = useIntl();
  const isOpen = useDetails()?.kind === 'chatbot';
  const label = formatMessage({ id: 'Assistant_Label' });
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} aria-pressed={isOpen} onClick={() => (isOpen ? closeDetails() : openDetails({ kind: 'chatbot' }))}>
        <IconMessageChatbot />
      </ActionIcon>
    </Tooltip>
  );
}
