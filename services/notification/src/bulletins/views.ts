// A bulletin as readers and as those who write it see it.
import { coursesById } from '@lyceum/course/mirror/courses'
import { personNames } from '@lyceum/identity/mirror/persons'
import type { Actor } from '@lyceum/kit/calls/actor'
import { rows, type Tx } from '@lyceum/kit/database/database'
import { picturesIn } from '@lyceum/kit/text/rich-text'
import { grantLifetime, signGrant } from '@lyceum/upload/mirror/grant'
import type { Deps } from '../deps.ts'
import type { Bulletin, BulletinFile, BulletinSummary, ManagedBulletin } from './api.ts'
import type { BulletinRow } from './facts.ts'
import { excerptOf, stateOf } from './rules.ts'
import { uploadsOf } from './uploads.ts'

export type ReadRow = BulletinRow & { readAt: Date | null; confirmedAt: Date | null }
const iso = (date: Date | null) => (date ? new Date(date).toISOString() : null)
const dated = (row: BulletinRow) => ({
  state: row.state,
  publishAt: row.publishAt && new Date(row.publishAt),
  expiresAt: row.expiresAt && new Date(row.expiresAt),
})

export async function summaries(tx: Tx, list: ReadRow[], now: Date): Promise<BulletinSummary[]> {
  const [courses, people] = [
    await coursesById(
      tx,
      list.flatMap(({ courseId }) => courseId ?? []),
    ),
    await personNames(
      tx,
      list.flatMap(({ createdBy }) => createdBy ?? []),
    ),
  ]
  return list.map((row) => {
    const course = row.courseId ? courses.get(row.courseId) : undefined
    const author = row.createdBy ? people.get(row.createdBy) : undefined
    return {
      id: row.id,
      org_id: row.orgId,
      course: course ? { id: course.id, name: course.name } : null,
      title: row.title,
      excerpt: excerptOf(row.content),
      state: stateOf(dated(row), now),
      publish_at: iso(row.publishAt),
      expires_at: iso(row.expiresAt),
      pinned: row.pinned,
      confirm: row.confirm,
      author: author && !author.deleted ? { id: author.id, name: author.name } : null,
      files: row.attachments.length,
      read_at: iso(row.readAt),
      confirmed_at: iso(row.confirmedAt),
      updated_at: iso(row.updatedAt)!,
      version: Number(row.version),
    }
  })
}

type Audience = ManagedBulletin['audience']

/** The names of departments or groups by their ids, without a query where there are none. */
async function namesIn(tx: Tx, table: 'mirror.departments' | 'mirror.groups', ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const list = await rows<{ id: string; name: string }>(tx, `select id::text, name from ${table} where id = any($1)`, [...new Set(ids)])
  return new Map(list.map(({ id, name }) => [id, name]))
}

export async function audiencesOf(tx: Tx, list: BulletinRow[]): Promise<Map<string, Audience>> {
  const departments = await namesIn(
    tx,
    'mirror.departments',
    list.flatMap((row) => row.departments),
  )
  const groups = await namesIn(
    tx,
    'mirror.groups',
    list.flatMap((row) => row.groups),
  )
  const courses = await coursesById(
    tx,
    list.flatMap(({ courses }) => courses),
  )
  return new Map(
    list.map((row) => [
      row.id,
      {
        departments: row.departments.map((id) => ({ id, name: departments.get(id) ?? '' })),
        roles: row.roles,
        courses: row.courses.map((id) => ({ id, name: courses.get(id)?.name ?? '' })),
        groups: row.groups.map((id) => ({ id, name: groups.get(id) ?? '' })),
      },
    ]),
  )
}

/** The whole of it, with addresses of its files that end with the right to see it. */
export async function whole(
  { db, config, now }: Deps,
  actor: Actor,
  row: ReadRow,
  { canChange }: { canChange: boolean },
): Promise<Bulletin> {
  const [summary] = await summaries(db, [row], now())
  const pictures = picturesIn(row.content)
  const known = await uploadsOf(db, [...row.attachments.map(({ upload_id }) => upload_id), ...pictures])
  const expires = Math.floor(now().getTime() / 1000) + grantLifetime
  const urlOf = (upload: string, name?: string): string | null => {
    if (!known.get(upload)?.stored || known.get(upload)?.deleted) return null
    const grant = signGrant(config.grantKeys, {
      upload,
      person: actor.person,
      session: actor.session,
      activity: row.id,
      expires,
      file: true,
      ...(name && { name }),
      basis: { org: row.orgId },
    })
    return `/bytes/${grant}/file`
  }
  return {
    ...summary!,
    content: row.content,
    attachments: row.attachments.map(({ upload_id, name }): BulletinFile => {
      const upload = known.get(upload_id)
      return { upload_id, name, type: upload?.type ?? 'other', size: upload?.size ?? 0, url: urlOf(upload_id, name) }
    }),
    pictures: pictures.flatMap((upload) => {
      const url = urlOf(upload)
      return url ? [{ upload_id: upload, url }] : []
    }),
    can_change: canChange,
    audience: canChange ? ((await audiencesOf(db, [row])).get(row.id) ?? null) : null,
  }
}
