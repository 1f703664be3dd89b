import { MantineProvider } from '@mantine/core';
import { chooseLocale } from '@solvane/i18n/locales';
import { Suspense, use } from 'react';
import { IntlProvider, useIntl } from 'react-intl';
import { ErrorState } from '../../shared/states/error-state.tsx';
import { fail } from '../language-provider.tsx';
import { loadMessages } from '../messages.queries.ts';
import { LoginCircleError, loginAddress } from '../session/login-redirect.ts';
import { cssVariables, theme } from '../theme/theme.ts';

const locale = chooseLocale(navigator.languages);

/** The app could not even begin: the server is away, or signing in leads in a circle. */
export function StartError({ error }: { error: unknown }) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables}>
      <Suspense>
        <Message error={error} messages={loadMessages(locale)} />
      </Suspense>
    </MantineProvider>
  );
}

function Message({ error, messages }: { error: unknown; messages: ReturnType<typeof loadMessages> }) {
  return (
    <IntlProvider locale={locale} messages={use(messages)} onError={fail}>
      <main>
        <ErrorState error={error} level="app" onRetry={() => window.location.reload()}>
          {error instanceof LoginCircleError && <SignIn />}
        </ErrorState>
      </main>
    </IntlProvider>
  );
}

function SignIn() {
  const { formatMessage } = useIntl();
  return <a href={loginAddress()}>{formatMessage({ id: 'Common_SignIn' })}</a>;
}
