// Keeps a version of an activity's title and text with each saving, within bounds.
import { newId } from '@lyceum/kit/ids'
import { one, run } from '@lyceum/kit/database/database'
import { filesIn } from '@lyceum/kit/text/rich-text'
import type { Deps } from '../../deps.ts'
import type { Activity as Row, Prisma } from '../../generated/client.ts'

/** All of the last `recent` are kept, of older ones the last of each day, `most` in all. */
const recent = 50
const most = 200

/**
 * Keeps the row's title and text after a write that changed them. Returns the row with the files of its versions, which it holds from now on:
 * call it before holdActivityFiles.
 */
export async function keepVersion(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  person: string,
  previous: Row | undefined,
  row: Row,
  restoredFrom: Date | null = null,
): Promise<Row> {
  const hasText = row.body !== '' || (previous?.body ?? '') !== ''
  if (!hasText || (previous?.title === row.title && previous.body === row.body)) return row
  const version = (of: Row, more: Pick<Prisma.TextVersionUncheckedCreateInput, 'personId' | 'createdAt' | 'restoredFrom'>) => ({
    id: newId(),
    activityId: row.id,
    title: of.title,
    body: of.body,
    uploadIds: filesIn(of.body),
    ...more,
  })
  // a text from before versions, or one that a process of the release before has saved
  if (previous && previous.body !== '') {
    const last = await db.textVersion.findFirst({ where: { activityId: row.id }, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }] })
    if (last?.body !== previous.body || last.title !== previous.title)
      await db.textVersion.create({ data: version(previous, { personId: null, createdAt: previous.updatedAt }) })
  }
  await db.textVersion.create({ data: version(row, { personId: person, createdAt: now(), restoredFrom }) })
  await prune(db, row.id)
  return { ...row, keptUploadIds: await keepFiles(db, row.id) }
}

const prune = (db: Deps['db'], activity: string) =>
  run(
    db,
    `
    delete from text_versions where id in (
      select id from (
        select id, row_number() over (order by created_at desc, id desc) as n,
          row_number() over (partition by (created_at at time zone 'utc')::date order by created_at desc, id desc) as of_day
        from text_versions where activity_id = $1) v
      where n > ${most} or (n > ${recent} and of_day > 1))`,
    activity,
  )

async function keepFiles(db: Deps['db'], activity: string): Promise<string[]> {
  const kept = await one<{ kept_upload_ids: string[] }>(
    db,
    `
    update activities set kept_upload_ids =
      array(select distinct u from text_versions v, unnest(v.upload_ids) as u where v.activity_id = $1 order by u)
    where id = $1 returning kept_upload_ids::text[]`,
    activity,
  )
  return kept?.kept_upload_ids ?? []
}
