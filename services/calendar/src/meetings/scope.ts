// The scope of a meeting: its organisation, and the organisations, course or group that it is for; its host is of one of them.
import { readCourseAccess, requireIn } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { invalid, notKnownYet } from '@lyceum/kit/calls/errors'
import { one, rows, type Tx } from '@lyceum/kit/database/database'
import { isInGroup } from '../research-groups/research-groups.ts'
import type { MeetingDraft } from './api.ts'
import type { MeetingRow } from './meeting-row.ts'

export type MeetingScope = Pick<MeetingRow, 'orgId' | 'scopeOrgIds' | 'courseId' | 'groupId' | 'instruction'>
/** The scope after a change. 400 for one that would be of a group from now on. */
export async function scopeAfter(tx: Tx, actor: Actor, before: MeetingRow, changes: Partial<MeetingDraft>): Promise<MeetingScope> {
  if (changes.group_id) throw invalid({ group_id: 'meeting.ofGroup' })
  const { orgId, groupId, instruction } = before
  const scopeOrgIds = changes.scope_org_ids === undefined ? before.scopeOrgIds : await organisations(tx, actor, changes.scope_org_ids)
  const courseId = changes.course_id === undefined ? before.courseId : changes.course_id
  if (courseId && courseId !== before.courseId) requireIn((await readCourseAccess(tx, actor, courseId)).access, 'content.change')
  return { orgId, scopeOrgIds, courseId, groupId, instruction }
}

/** Ids of "a,b". 400 for an organisation that the actor is not in. */
export async function organisations(tx: Tx, actor: Actor, list: string): Promise<string[]> {
  const ids = [
    ...new Set(
      list
        .split(',')
        .map((id) => id.trim().toLowerCase())
        .filter((id) => id !== ''),
    ),
  ]
  const wrong = invalid({ scope_org_ids: 'meeting.orgUnknown' })
  if (!ids.every((id) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id))) throw wrong
  const mine = await rows(tx, 'select from mirror.memberships where person_id = $1 and org_id = any($2)', actor.person, ids)
  if (mine.length < ids.length) throw wrong
  return ids.sort()
}

/** 400 at host_user_id for somebody outside its organisations, or outside the team; of a group for who is neither in it nor of its organisation. */
export async function checkHost(
  tx: Tx,
  host: string,
  org: string,
  { orgId, scopeOrgIds, courseId, groupId, instruction }: MeetingScope,
): Promise<void> {
  if (groupId && (await isInGroup(tx, groupId, host))) return
  const found = instruction
    ? await one(
        tx,
        `select from mirror.members where course_id = $1 and person_id = $2 and state = 'active' and role <> 'student'`,
        courseId,
        host,
      )
    : await one(tx, 'select from mirror.memberships where person_id = $1 and org_id = any($2)', host, [
        groupId ? orgId : org,
        ...scopeOrgIds,
      ])
  if (!found) throw invalid({ host_user_id: notKnownYet('meeting.hostUnknown') })
}
