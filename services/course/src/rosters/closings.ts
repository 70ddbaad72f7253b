// Rows of courses that their source has no more: the days that they had before they were cut.
import { rows, run, type Tx } from '@lyceum/kit/database/database'

export type Closing = { start_date: string | null; end_date: string | null }

export async function closingsOf(tx: Tx, ids: readonly string[]): Promise<Map<string, Closing>> {
  const closed = await rows<Closing & { id: string }>(
    tx,
    'select course_id::text as id, start_date::text, end_date::text from closed_courses where course_id = any($1)',
    ids,
  )
  return new Map(closed.map(({ id, ...closing }) => [id, closing]))
}

export async function closeCourses(
  tx: Tx,
  { org, source }: { org: string; source: string },
  list: readonly { id: string; closing: Closing }[],
): Promise<void> {
  if (list.length === 0) return
  await run(
    tx,
    `
    insert into closed_courses (course_id, org_id, source, start_date, end_date)
    select w.id, $2::uuid, $3, w.start_date, w.end_date from jsonb_to_recordset($1::jsonb) as w(id uuid, start_date date, end_date date)
    on conflict (course_id) do nothing`,
    JSON.stringify(list.map(({ id, closing }) => ({ id, ...closing }))),
    org,
    source,
  )
}

export const openCourses = (tx: Tx, ids: readonly string[]): Promise<number> =>
  ids.length === 0 ? Promise.resolve(0) : run(tx, 'delete from closed_courses where course_id = any($1)', ids)
