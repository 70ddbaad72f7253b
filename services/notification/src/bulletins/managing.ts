// The lists of those who write bulletins: all of a place with how many have read them, and one with everybody it is for.
import { forbidden, notFound } from '@lyceum/kit/calls/errors'
import { foldedSql, heldSql, wordPatterns } from '@lyceum/kit/database/like-pattern'
import { one, rows } from '@lyceum/kit/database/database'
import { limits, pageOf } from '@lyceum/kit/calls/shapes'
import type { Deps } from '../deps.ts'
import { mailsToday } from '../schedule/mail-day.ts'
import type {} from '../errors.ts'
import type { ManagedBulletin, ManagedQuery, ReadersQuery } from './api.ts'
import { audienceBelowSql, audienceWithin, peopleOfSql } from './audience.ts'
import { bulletinColumns } from './facts.ts'
import { audiencesOf, type ReadRow, summaries } from './views.ts'
import type { BulletinOwner } from './writing.ts'

const stateSql: Record<string, string> = {
  draft: `b.state = 'draft'`,
  scheduled: `b.state = 'published' and b.publish_at > $3 and coalesce(b.expires_at > $3, true)`,
  out: `b.state = 'published' and b.publish_at <= $3 and coalesce(b.expires_at > $3, true)`,
  expired: `b.state = 'published' and coalesce(b.expires_at <= $3, false)`,
}

export async function managedBulletins(deps: Deps, place: BulletinOwner, { state, keyword = '', ...query }: ManagedQuery) {
  const { db, now } = deps
  const { limit, offset } = limits(query)
  const time = now()
  const where = `not b.deleted and b.org_id = $1 and coalesce(b.course_id = $2::uuid, $2::uuid is null and b.course_id is null)
    and ${heldSql(foldedSql('b.title'), '$4')} and ($5 = '' or ${audienceBelowSql('b.departments', 'b.courses', '$5')}) and $3::timestamptz is not null ${state ? `and ${stateSql[state]}` : ''}`
  const values = [place.org, place.course, time, wordPatterns(keyword), place.department ?? '']
  const list = await rows<ReadRow & Pick<ManagedBulletin, 'recipients' | 'read' | 'confirmed'>>(
    db,
    `
    select b.*, counted.* from (
      select ${bulletinColumns}, null::timestamptz as "readAt", null::timestamptz as "confirmedAt" from bulletins b where ${where}
      order by b.pinned desc, b.publish_at desc nulls first, b.id desc limit ${limit} offset ${offset}
    ) b cross join lateral (
      select count(*)::int as recipients, count(r.read_at)::int as read, count(r.confirmed_at)::int as confirmed
      from bulletins x cross join lateral ${peopleOfSql.replaceAll(/\bb\./g, 'x.')} p
      left join bulletin_readers r on r.bulletin_id = x.id and r.person_id = p.person_id
      where x.id = b.id
    ) counted`,
    ...values,
  )
  const count = await one<{ n: number }>(db, `select count(*)::int as n from bulletins b where ${where}`, ...values)
  const audiences = await audiencesOf(db, list)
  const items = (await summaries(db, list, time)).map(
    (summary, nth): ManagedBulletin => ({
      ...summary,
      audience: audiences.get(summary.id)!,
      recipients: list[nth]!.recipients,
      read: list[nth]!.read,
      confirmed: list[nth]!.confirmed,
    }),
  )
  const mails = await mailsToday(db, deps, place.org)
  return { ...pageOf(query, count?.n ?? 0, items), mails_wait: mails.today >= mails.most }
}

const shown: Record<NonNullable<ReadersQuery['show']>, string> = {
  read: 'r.read_at is not null',
  unread: 'r.read_at is null',
  confirmed: 'r.confirmed_at is not null',
  unconfirmed: 'r.confirmed_at is null',
}

/** Everybody it is for by name, with when they read and confirmed it. */
export async function bulletinReaders({ db }: Deps, place: BulletinOwner, id: string, { show, ...query }: ReadersQuery) {
  const { limit, offset } = limits(query)
  const known = await one<{ departments: string[]; courses: string[] }>(
    db,
    'select departments::text[], courses::text[] from bulletins where id = $1 and org_id = $2 and course_id is not distinct from $3::uuid and not deleted',
    id,
    place.org,
    place.course,
  )
  if (!known) throw notFound('bulletin', id)
  if (!(await audienceWithin(db, place.department, known))) throw forbidden('department.only')
  const from = `from bulletins b cross join lateral ${peopleOfSql} m join mirror.persons p on p.id = m.person_id
    left join bulletin_readers r on r.bulletin_id = b.id and r.person_id = m.person_id where b.id = $1`
  const list = await rows<{ id: string; name: string; user_no: string; read_at: Date | null; confirmed_at: Date | null }>(
    db,
    `select p.id::text, p.name, p.user_no, r.read_at, r.confirmed_at ${from} ${show ? `and ${shown[show]}` : ''}
     order by p.name, p.id limit ${limit} offset ${offset}`,
    id,
  )
  const counts = await one<{ recipients: number; read: number; confirmed: number; fitting: number }>(
    db,
    `select count(*)::int as recipients, count(r.read_at)::int as read, count(r.confirmed_at)::int as confirmed,
       count(*) filter (where ${show ? shown[show] : 'true'})::int as fitting ${from}`,
    id,
  )
  const { fitting, ...totals } = counts!
  const iso = (date: Date | null) => (date ? new Date(date).toISOString() : null)
  const items = list.map((row) => ({ ...row, read_at: iso(row.read_at), confirmed_at: iso(row.confirmed_at) }))
  return { ...pageOf(query, fitting, items), ...totals }
}
