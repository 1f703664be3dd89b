import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useIntl } from 'react-intl';

export function HomeButton() {
  const { formatMessage } = useIntl();
  return (
    <Button variant="default" component={Link} to="/">
      {formatMessage({ id: 'Common_GoHome' })}
    </Button>
  );
}
