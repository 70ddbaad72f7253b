// Keepers of fields of courses and enrolments: the source that wrote a field last, or `pinned` where somebody has changed it by hand since. A source
// writes the fields that it or nobody keeps.
import { rows, run, type Tx } from '@lyceum/kit/database/database'

export const keeperOf = (source: string): string => `roster:${source}`
const pinned = 'pinned'

/** Subject → field → keeper. */
export type Keepers = ReadonlyMap<string, ReadonlyMap<string, string>>
export async function keepersOf(tx: Tx, subjects: readonly string[]): Promise<Keepers> {
  const kept = await rows<{ subject: string; field: string; keeper: string }>(
    tx,
    'select subject::text, field, keeper from field_keepers where subject = any($1)',
    subjects,
  )
  const keepers = new Map<string, Map<string, string>>()
  for (const { subject, field, keeper } of kept) keepers.set(subject, (keepers.get(subject) ?? new Map()).set(field, keeper))
  return keepers
}

type KeptField = { course: string; subject: string; field: string }
/** The source keeps these fields from now on. */
export const keepFields = (tx: Tx, source: string, fields: readonly KeptField[]): Promise<unknown> => write(tx, keeperOf(source), fields)

async function write(tx: Tx, keeper: string, fields: readonly KeptField[]): Promise<void> {
  if (fields.length === 0) return
  await run(
    tx,
    `
    insert into field_keepers (course_id, subject, field, keeper)
    select w.course, w.subject, w.field, $1 from unnest($2::uuid[], $3::uuid[], $4::text[]) as w(course, subject, field) order by w.subject, w.field
    on conflict (subject, field) do update set keeper = excluded.keeper`,
    keeper,
    fields.map(({ course }) => course),
    fields.map(({ subject }) => subject),
    fields.map(({ field }) => field),
  )
}

/** Somebody has changed these fields of a course by hand: those that a source keeps are theirs. */
export const pinFields = (tx: Tx, course: string, fields: readonly string[]): Promise<number> =>
  run(tx, `update field_keepers set keeper = '${pinned}' where subject = $1 and field = any($2) and keeper <> '${pinned}'`, course, fields)

/** The same of a field of enrolments, of those that a source knows. */
export const pinEnrolments = (tx: Tx, field: 'role' | 'state', ids: readonly string[]): Promise<number> =>
  run(
    tx,
    `
    insert into field_keepers (course_id, subject, field, keeper)
    select e.course_id, e.id, $1, '${pinned}' from enrolments e
    where e.id = any($2) and exists (select from kit.external_ids x where x.subject = e.id and x.kind = 'enrolment')
    on conflict (subject, field) do update set keeper = excluded.keeper`,
    field,
    ids,
  )

/** Nobody keeps a field of these any more, or none of their fields. */
export const freeFields = (tx: Tx, subjects: readonly string[], field?: string): Promise<number> =>
  run(tx, 'delete from field_keepers where subject = any($1) and ($2::text is null or field = $2)', subjects, field ?? null)
