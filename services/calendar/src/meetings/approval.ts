// Decisions about meetings, and the list of who decides: on the page and as a spreadsheet.
import { foldedSql, heldSql, wordPatterns } from '@lyceum/kit/database/like-pattern'
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, forbidden, invalid, notFound } from '@lyceum/kit/calls/errors'
import { conditionsOf, limits, pageOf, type PageQuery } from '@lyceum/kit/calls/shapes'
import { one, rows } from '@lyceum/kit/database/database'
import { versionAfter } from '@lyceum/kit/facts/outbox'
import { localOf } from '@lyceum/kit/text/time-zones'
import { cleanTitle } from '@lyceum/kit/text/titles'
import { writeXlsx } from 'hucre/xlsx'
import type { Deps } from '../deps.ts'
import { meetingBelowSql } from '../reader.ts'
import { orgZone } from '../zones.ts'
import type { AuditStatus, Meeting } from './api.ts'
import { sheetTexts } from './sheet-texts.ts'
import { auditMeeting, managedAmong, replyOf } from './meetings.ts'
import { newsOfDecision } from './rules.ts'
import { follow, meetingColumns, meetingOf, type MeetingRow, repliesOf, type SqlMeeting } from './meeting-row.ts'

type Conditions = { conditions?: string }
const mostInSheet = 5000

/** Those that somebody decides on: none of a team. */
const decidedSql = 'not m.instruction and m.group_id is null'
const within = `($2 = '' or ${meetingBelowSql('$1', '$2')})`
const listSql = `
  select ${meetingColumns}, count(*) over ()::int as total,
    (select count(*)::int from meetings m where m.org_id = $1 and ${decidedSql} and m.audit_status = 'others' and ${within}) as waiting
  from meetings m where m.org_id = $1 and ${decidedSql} and ${within} and ($3 = '' or m.audit_status = $3)
    and (${heldSql(foldedSql('m.title'), '$4')} or exists (select from mirror.persons p where p.id in (m.host_id, m.created_by) and ${foldedSql('p.name')} like all($4::text[])))
  order by m.audit_status = 'others' desc, m.start_time desc, m.id limit $5 offset $6`

async function found({ db }: Deps, actor: Actor, { conditions }: Conditions, limit: number, offset: number) {
  const { audit_status = '', keyword = '' } = conditionsOf(conditions, ['audit_status', 'keyword'])
  if (!['', 'agree', 'reject', 'others'].includes(String(audit_status))) throw invalid({ 'conditions.audit_status': 'field.choice' })
  return await rows<SqlMeeting & { total: number; waiting: number }>(
    db,
    listSql,
    actor.org,
    actor.department ?? '',
    audit_status,
    wordPatterns(String(keyword)),
    limit,
    offset,
  )
}
/** Whoever decides about a meeting of others joins it where it is for their organisation. */
const joinedBy =
  ({ org, person }: Actor) =>
  ({ scopeOrgIds, hostId, createdBy }: MeetingRow) =>
    scopeOrgIds.includes(org) || hostId === person || createdBy === person
const asMeetings = (list: (SqlMeeting & { total: number; waiting: number })[]) =>
  list.map(({ total: _, waiting: __, ...row }) => meetingOf(row))

export async function listToDecide(deps: Deps, actor: Actor, query: PageQuery & Conditions) {
  const { limit, offset } = limits(query)
  const list = await found(deps, actor, query, limit, offset)
  const items = await repliesOf(deps.db, asMeetings(list), { now: deps.now(), changes: () => true, joins: joinedBy(actor) })
  return { ...pageOf(query, list[0]?.total ?? 0, items), waiting: list[0]?.waiting ?? 0 }
}

/** Two who decide at once: the first decides, the other gets 409 with the version that holds. */
export async function decide(
  deps: Deps,
  actor: Actor,
  id: string,
  { audit_status, reason = '', version }: { audit_status: Exclude<AuditStatus, 'others'>; reason?: string; version: number },
): Promise<Meeting> {
  const { db, now } = deps
  const locked = await one<SqlMeeting>(
    db,
    `select ${meetingColumns} from meetings m where m.id = $1 and m.org_id = $2 and ${decidedSql} for update`,
    id,
    actor.org,
  )
  if (!locked) throw notFound('meeting', id)
  const before = meetingOf(locked)
  if (!(await managedAmong(db, actor, [before])).has(id)) throw forbidden('department.only')
  if (version < Number(before.version)) throw conflict('meeting.newer', { version: Number(before.version) })
  const row: MeetingRow = {
    ...before,
    auditStatus: audit_status,
    auditedBy: actor.person,
    auditedAt: now(),
    auditReason: audit_status === 'reject' ? cleanTitle(reason) : '',
    announced: false,
    agreedBefore: false,
    version: versionAfter(before.version, now()),
  }
  const { id: _, ...data } = row
  await db.meeting.update({ where: { id }, data })
  await follow(db, row, { news: newsOfDecision(audit_status, before, now()) })
  await auditMeeting(db, audit_status === 'agree' ? 'meeting.agreed' : 'meeting.rejected', row)
  return await replyOf(deps, actor, row)
}

/** Times stand in the sheet as dates by the clock of the organisation, so that a spreadsheet sorts and reckons with them. */
export async function meetingSheet(
  deps: Deps,
  actor: Actor,
  { lang = 'en', ...asked }: Conditions & { lang?: string },
): Promise<Uint8Array> {
  const zone = await orgZone(deps.db, actor.org)
  const list = await found(deps, actor, asked, mostInSheet, 0)
  const meetings = await repliesOf(deps.db, asMeetings(list), { now: deps.now(), changes: () => true, joins: joinedBy(actor) })
  const texts = sheetTexts(lang)
  const local = (iso: string) => new Date(localOf(zone, Date.parse(iso)))
  const dates = { style: { numFmt: 'yyyy.mm.dd hh:mm' } }
  return await writeXlsx({
    sheets: [
      {
        name: texts.title,
        freezePane: { rows: 1 },
        columns: [
          { header: texts.title, key: 'title', width: 36 },
          { header: `${texts.start} (${zone})`, key: 'start', width: 20, ...dates },
          { header: `${texts.end} (${zone})`, key: 'end', width: 20, ...dates },
          { header: texts.minutes, key: 'minutes', width: 10, style: { numFmt: '0' } },
          { header: texts.host, key: 'host', width: 24 },
          { header: texts.askedBy, key: 'askedBy', width: 24 },
          { header: texts.room, key: 'room', width: 20 },
          { header: texts.address, key: 'address', width: 40 },
          { header: texts.status, key: 'status', width: 14 },
          { header: texts.reason, key: 'reason', width: 30 },
        ],
        data: meetings.map((one) => ({
          title: one.title,
          start: local(one.start_time),
          end: local(one.end_time),
          minutes: Math.round((Date.parse(one.end_time) - Date.parse(one.start_time)) / 60_000),
          host: one.host_name,
          askedBy: one.created_by_name,
          room: one.room,
          address: one.join_url,
          status: texts[one.audit_status],
          reason: one.audit_reason,
        })),
      },
    ],
  })
}
