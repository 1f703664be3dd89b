import { randomUUID } from 'node:crypto';
import { AppError } from '@solvane/contract/errors';
import type { WorkOrder } from '@solvane/contract/events';
import type { EventId, UserId } from '@solvane/contract/ids';
import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../../db/db.ts';
import { users } from '../../../db/schema/access.ts';
import { groupEvents, workOrders } from '../../../db/schema/events.ts';
import { segments } from '../../../db/schema/fleet.ts';
import type { Caller } from '../../../http/caller.ts';
import { notifyUser } from '../../../jobs/announce.ts';
import { defineJob } from '../../../jobs/job.ts';
import { audit } from '../../access/audit.ts';
import type { EventDeps } from '../edits/perform-edit.ts';
import { usersWhoSee } from './comments.ts';
import { getEventRow, toWorkOrder } from './event-details.ts';

/** Enters a work order into the register and notifies its author. */
export const createWorkOrderJob = defineJob({ kind: 'workOrders.create', data: z.object({ workOrderId: z.uuid() }) });
export const assignWorkOrderJob = defineJob({ kind: 'workOrders.assign', data: z.object({ workOrderId: z.uuid() }) });

export interface NewWorkOrder {
  eventId: EventId;
  title: string;
  description: string;
  assigneeId: UserId | null;
}

/** Pending until the register has it. @throws AppError events.notFound, workOrders.createFailed */
export async function createWorkOrder(deps: EventDeps, caller: Caller, wanted: NewWorkOrder): Promise<WorkOrder> {
  const { db, jobs, now } = deps;
  const id = randomUUID();
  await db.transaction(async (tx) => {
    const row = await getEventRow(tx, caller, wanted.eventId);
    if (!(await canBeAssigned(tx, row.siteId, wanted.assigneeId))) throw new AppError('workOrders.createFailed');
    const { title, description, assigneeId } = wanted;
    const by = { userId: caller.userId, author: caller.name, createdAtMs: now(), updatedAtMs: now() };
    await tx.insert(workOrders).values({ id, eventId: row.id, title, description, assigneeId, ...by });
    await jobs.enqueue(tx, createWorkOrderJob, { workOrderId: id });
    await audit(tx, { actor: caller, nowMs: now() }, [
      { action: 'workOrder.create', entityType: 'workOrder', entityId: id, siteId: row.siteId, details: { eventId: row.id, title } },
    ]);
  });
  return readWorkOrder(db, id);
}

/** @throws AppError resource.notFound, workOrders.assignFailed */
export async function assignWorkOrder(
  deps: EventDeps,
  caller: Caller,
  { workOrderId, assigneeId }: { workOrderId: string; assigneeId: UserId | null },
): Promise<WorkOrder> {
  const { db, jobs, now } = deps;
  await db.transaction(async (tx) => {
    const [row] = await tx
      .select({ siteId: groupEvents.siteId })
      .from(workOrders)
      .innerJoin(groupEvents, eq(groupEvents.id, workOrders.eventId))
      .where(and(eq(workOrders.id, workOrderId), sql`${groupEvents.siteId} = any(${sql.param([...caller.siteIds])}::text[])`));
    if (!row) throw new AppError('resource.notFound');
    if (!(await canBeAssigned(tx, row.siteId, assigneeId))) throw new AppError('workOrders.assignFailed');
    await tx.update(workOrders).set({ assigneeId, updatedAtMs: now() }).where(eq(workOrders.id, workOrderId));
    await jobs.enqueue(tx, assignWorkOrderJob, { workOrderId });
    await audit(tx, { actor: caller, nowMs: now() }, [
      { action: 'workOrder.assign', entityType: 'workOrder', entityId: workOrderId, siteId: row.siteId, details: { assigneeId } },
    ]);
  });
  return readWorkOrder(db, workOrderId);
}

async function canBeAssigned(tx: Db, siteId: string, assigneeId: UserId | null): Promise<boolean> {
  return assigneeId === null || (await usersWhoSee(tx, siteId, [assigneeId])).length > 0;
}

async function readWorkOrder(db: Db, id: string): Promise<WorkOrder> {
  const { order, assignee } = await findWorkOrder(db, id);
  return toWorkOrder(order, assignee);
}

async function findWorkOrder(db: Db, id: string) {
  const [row] = await db
    .select({ order: workOrders, assignee: users.name, device: segments.name })
    .from(workOrders)
    .innerJoin(groupEvents, eq(groupEvents.id, workOrders.eventId))
    .innerJoin(segments, eq(segments.id, groupEvents.segmentId))
    .leftJoin(users, eq(users.id, workOrders.assigneeId))
    .where(eq(workOrders.id, id));
  if (!row) throw new AppError('resource.notFound');
  return row;
}

/** The register is this installation's own: numbers count up per year. */
export async function registerWorkOrder({ db, bus, now }: EventDeps, workOrderId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const { order, device } = await findWorkOrder(tx, workOrderId);
    if (order.state !== 'pending') return;
    const year = new Date(order.createdAtMs).getUTCFullYear();
    const { rows } = await tx.execute<{ count: number }>(
      sql`select coalesce(max(split_part(reference, '-', 3)::int), 0) as count from work_orders where reference like ${`WO-${year}-%`}`,
    );
    const reference = `WO-${year}-${String((rows[0]?.count ?? 0) + 1).padStart(5, '0')}`;
    await tx.update(workOrders).set({ state: 'created', reference, updatedAtMs: now() }).where(eq(workOrders.id, workOrderId));
    if (order.userId)
      await notifyUser(
        { db: tx, bus, now },
        { userId: order.userId, kind: 'success', message: 'WorkOrder_Created', values: { reference, device } },
      );
  });
}

export async function tellAssignment({ db, bus, now }: EventDeps, workOrderId: string): Promise<void> {
  const { order, assignee } = await findWorkOrder(db, workOrderId);
  const values = { title: order.title, assignee: assignee ?? '' };
  const notified = new Set([order.userId, order.assigneeId].filter((userId) => userId !== null));
  for (const userId of notified) await notifyUser({ db, bus, now }, { userId, kind: 'success', message: 'WorkOrder_Assigned', values });
}
