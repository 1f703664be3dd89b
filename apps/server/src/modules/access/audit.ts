import type { EnterpriseId, SiteId, UserId } from '@solvane/contract/ids';
import type { Db } from '../../db/db.ts';
import { auditLog } from '../../db/schema/access.ts';

/** Who did it, as the record names them for ever. */
export interface Actor {
  /** null: the system, or a command on the server's console. */
  userId: UserId | null;
  name: string;
}

export interface AuditEntry {
  /** `entity.verb` */
  action: string;
  entityType: string;
  entityId: string;
  siteId?: SiteId | null;
  enterpriseId?: EnterpriseId | null;
  details?: Record<string, unknown>;
}

export const CONSOLE: Actor = { userId: null, name: 'console' };

/** Part of the transaction it records. */
export async function audit(tx: Db, { actor, nowMs, requestId }: AuditContext, entries: readonly AuditEntry[]): Promise<void> {
  const rows = entries.map((entry) => ({ ...entry, atMs: nowMs, userId: actor.userId, actor: actor.name, requestId: requestId ?? null }));
  for (let start = 0; start < rows.length; start += BATCH) await tx.insert(auditLog).values(rows.slice(start, start + BATCH));
}

export interface AuditContext {
  actor: Actor;
  nowMs: number;
  requestId?: string;
}

/** Rows of one statement: parameters of a statement are counted in 16 bits. */
const BATCH = 2_000;
