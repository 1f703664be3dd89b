import './app/theme/styles.ts';
import { createRoot } from 'react-dom/client';
import { watchProgramFiles } from './api/program-files.ts';
import { App } from './app/app.tsx';
import { firstMessagesQuery, otherMessagesQuery } from './app/messages.queries.ts';
import { StartError } from './app/pages/start-error.tsx';
import { createAppQueryClient } from './app/query-client.ts';
import { openSession } from './app/session/open-session.ts';
import { createAppRouter } from './router.ts';

watchProgramFiles();
const root = createRoot(document.getElementById('root') ?? document.body);
const queryClient = createAppQueryClient();

try {
  // The calendar is computed with Temporal; only browsers without it fetch the replacement.
  if (!('Temporal' in globalThis)) await import('temporal-polyfill/global');
  const session = await openSession(queryClient);
  if (session) {
    // Home says little; a screen begins with its own words, which come while its code does.
    if (location.pathname !== '/') void queryClient.prefetchQuery(otherMessagesQuery(session.locale));
    await queryClient.fetchQuery(firstMessagesQuery(session.locale));
    root.render(<App queryClient={queryClient} router={createAppRouter(queryClient)} />);
  }
} catch (error) {
  root.render(<StartError error={error} />);
}
