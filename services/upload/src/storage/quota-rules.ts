// Quotas of people and courses: what a manager has set for one, else what holds for all.
import { one, type Tx } from '@lyceum/kit/database/database'
import type { Deps } from '../deps.ts'

export type QuotaKind = 'person' | 'course'

/** Bytes that a manager has set; undefined: nothing is set. */
export async function quotaOf(tx: Tx, org: string, kind: QuotaKind, subject: string): Promise<number | undefined> {
  const row = await one<{ bytes: string }>(
    tx,
    'select bytes::text from storage_quotas where org_id = $1 and kind = $2 and subject_id = $3',
    org,
    kind,
    subject,
  )
  return row && Number(row.bytes)
}

/** Bytes that a person may keep in an organisation: their own quota, else that of the installation. */
export const personQuota = async ({ db, config }: Pick<Deps, 'db' | 'config'>, org: string, person: string): Promise<number> =>
  (await quotaOf(db, org, 'person', person)) ?? config.personQuota

/** Bytes of the files of a course, those that use storage of their owners. */
export const courseUseSql = (course: string): string => `(
  select coalesce(sum(u.size), 0) from uploads u where u.course_id = ${course} and not u.is_folder and not u.deleted and u.counted
    and not (u.status = 'failed' and u.stored_at is null))`
