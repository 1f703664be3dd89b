import { z } from 'zod';

const idText = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[A-Za-z0-9][A-Za-z0-9_.:-]*$/);

export const enterpriseIdSchema = idText.brand<'EnterpriseId'>();
export const siteIdSchema = idText.brand<'SiteId'>();
export const segmentIdSchema = idText.brand<'SegmentId'>();
export const userIdSchema = z.uuid().brand<'UserId'>();
export const roleIdSchema = idText.brand<'RoleId'>();
export const jobIdSchema = z.uuid().brand<'JobId'>();
export const fileIdSchema = z.uuid().brand<'FileId'>();
export const eventIdSchema = z.uuid().brand<'EventId'>();
/** Eight URL-safe characters: short enough to read out. */
export const shortUniqueIdSchema = z
  .string()
  .regex(/^[A-Za-z0-9_-]{6,16}$/)
  .brand<'ShortUniqueId'>();

export type EnterpriseId = z.infer<typeof enterpriseIdSchema>;
export type SiteId = z.infer<typeof siteIdSchema>;
export type SegmentId = z.infer<typeof segmentIdSchema>;
export type UserId = z.infer<typeof userIdSchema>;
export type RoleId = z.infer<typeof roleIdSchema>;
export type JobId = z.infer<typeof jobIdSchema>;
export type FileId = z.infer<typeof fileIdSchema>;
export type EventId = z.infer<typeof eventIdSchema>;
export type ShortUniqueId = z.infer<typeof shortUniqueIdSchema>;

/** `apCode||calcType`, the identity of a signal of any device. */
export const signalIdSchema = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_]{0,63}\|\|[A-Za-z][A-Za-z0-9]{0,39}$/)
  .brand<'SignalId'>();
export type SignalId = z.infer<typeof signalIdSchema>;

/** The first instant of the year 1: before it no calendar has days. */
export const FIRST_INSTANT_MS = -62_135_596_800_000;
export const instantMsSchema = z.number().int().min(FIRST_INSTANT_MS).max(253_402_300_799_999);
/** ISO 8601 in UTC: the form of instants under names of the specification. */
export const isoInstantSchema = z.iso.datetime();
