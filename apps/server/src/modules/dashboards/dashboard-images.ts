import { type FileId, fileIdSchema } from '@solvane/contract/ids';
import type { StoredWidget } from '@solvane/contract/widgets/widget-settings';
import { and, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { dashboards } from '../../db/schema/dashboards.ts';
import type { Caller } from '../../http/caller.ts';
import { ownImages } from '../shell/files.ts';
import { isShown } from './dashboards.policy.ts';

/** Whether a dashboard that the caller may open has an image, or follows a template that has it. Indexes: dashboards_owner, dashboard_shares_subject, primary key of dashboards. */
export async function showsImage(db: Db, caller: Caller, fileId: FileId): Promise<boolean> {
  const named = JSON.stringify([{ type: 'image', settings: { fileId } }]);
  const [row] = await db
    .select({ id: dashboards.id })
    .from(dashboards)
    .where(
      and(
        isShown(caller, 'home'),
        sql`(${dashboards.widgets} @> ${named}::jsonb or exists (
          select from ${dashboards} as template where template.id = ${dashboards.templateId} and template.widgets @> ${named}::jsonb))`,
      ),
    )
    .limit(1);
  return row !== undefined;
}

/**
 * Widgets without images that the caller can neither see nor has uploaded: a dashboard shows what its editor knows, and an id that was guessed or came
 * with a file of another installation shows nothing.
 */
export async function withOwnImages(db: Db, caller: Caller, widgets: readonly StoredWidget[]): Promise<StoredWidget[]> {
  const named = new Set(widgets.flatMap((widget) => imageOf(widget) ?? []));
  const known = new Set(await ownImages(db, caller, [...named]));
  for (const fileId of named.difference(known)) if (await showsImage(db, caller, fileId)) known.add(fileId);
  return widgets.map((widget) => {
    const fileId = imageOf(widget);
    const isKnown = fileId === undefined ? !isImageWithFile(widget) : known.has(fileId);
    return isKnown ? widget : { ...widget, settings: { ...widget.settings, fileId: null } };
  });
}

function imageOf(widget: StoredWidget): FileId | undefined {
  return widget.type === 'image' ? fileIdSchema.safeParse(widget.settings.fileId).data : undefined;
}

function isImageWithFile({ type, settings }: StoredWidget): boolean {
  return type === 'image' && settings.fileId !== undefined && settings.fileId !== null;
}
