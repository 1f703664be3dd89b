import { useIntl } from 'react-intl';
import { z } from 'zod';
import { usePage } from '../routing/use-page.ts';
import { Screen } from '../screen/screen.tsx';
import { ComingSoon } from './coming-soon.tsx';
import { type EntityKind, EntityNotFound } from './entity-not-found.tsx';

const idSchema = z.uuid();

/** The screen of one thing of a kind whose screens are not built yet; an address that cannot name one leads to nothing. */
export function ComingSoonOf({ kind, id }: { kind: EntityKind; id: string }) {
  const { formatMessage } = useIntl();
  const { title } = usePage();
  if (idSchema.safeParse(id).success) return <ComingSoon />;
  return (
    <Screen title={formatMessage({ id: title })} hideTitle>
      <EntityNotFound kind={kind} level="page" />
    </Screen>
  );
}
