// Rules of meetings: when one may be changed, by the clock. Pure.
import type { Fields } from '@lyceum/kit/calls/errors'
import { beyondTime } from '@lyceum/kit/calls/time-bounds'
import type { AuditStatus, Meeting } from './api.ts'

type Timed = { auditStatus: AuditStatus; instruction: boolean; groupId: string | null; startTime: Date; endTime: Date }

export const stateAt = ({ startTime, endTime }: Timed, now: Date): Meeting['state'] =>
  now < startTime ? 'ahead' : now < endTime ? 'running' : 'ended'

/** Whether nobody decides on it: of a teaching team, of a teaching-and-research group. */
export const isOfTeam = ({ instruction, groupId }: Pick<Timed, 'instruction' | 'groupId'>): boolean => instruction || groupId !== null

/** Whether it may be changed: it is rejected or has not begun; one of a team always. */
export const editableAt = (meeting: Timed, now: Date): boolean =>
  isOfTeam(meeting) || meeting.auditStatus === 'reject' || stateAt(meeting, now) === 'ahead'

/** Whether the page offers its change: unless it is agreed and has begun; one of a team always. */
export const shownEditableAt = (meeting: Timed, now: Date): boolean =>
  isOfTeam(meeting) || !(meeting.auditStatus === 'agree' && stateAt(meeting, now) !== 'ahead')

/** Whether its recording may be changed: once an agreed one has begun. Nothing else of it is changed from then on. */
export const replayEditableAt = (meeting: Timed, now: Date): boolean =>
  isOfTeam(meeting) || (meeting.auditStatus === 'agree' && stateAt(meeting, now) !== 'ahead')

/** The news of a meeting that people get. */
export type MeetingNews = 'asked' | 'agreed' | 'rejected' | 'moved' | 'called_off' | 'withdrawn'
type Noticed = Timed & { room: string; joinUrl: string }

/** The news of a change of it; nothing of one that is over, and nothing of its words. */
export function newsOf(meeting: Noticed, before: Noticed | undefined, now: Date): MeetingNews | undefined {
  if (meeting.auditStatus === 'reject' || meeting.endTime <= now) return undefined
  if (meeting.auditStatus !== before?.auditStatus) return meeting.auditStatus === 'agree' ? 'agreed' : 'asked'
  const where = ({ startTime, endTime, room, joinUrl }: Noticed) => [startTime.getTime(), endTime.getTime(), room, joinUrl].join()
  return meeting.auditStatus === 'agree' && where(meeting) !== where(before) ? 'moved' : undefined
}

type Promised = Timed & { announced: boolean; agreedBefore: boolean }
/** Whether its people count on it: they have been told that it is agreed, and it is not over. */
export const isExpected = (meeting: Pick<Promised, 'auditStatus' | 'announced' | 'endTime'>, now: Date): boolean =>
  (meeting.auditStatus === 'agree' || meeting.announced) && meeting.endTime > now
/** Whether its host and who asked for it count on it, and its course has not heard of it. */
const isExpectedByHost = (meeting: Promised, now: Date): boolean => meeting.agreedBefore && meeting.endTime > now

export type Of = { courseId: string | null; hostId: string }
/** The former course and host, where people counted on it and a change gives it to others: both sides are told. */
export function handedOver(meeting: Of, before: Promised & Of, now: Date): Of | undefined {
  const { courseId, hostId } = before
  if (isExpected(before, now)) return meeting.courseId !== courseId || meeting.hostId !== hostId ? { courseId, hostId } : undefined
  return isExpectedByHost(before, now) && meeting.hostId !== hostId ? { courseId: null, hostId } : undefined
}

/** The people who still count on it, after a change that is not decided yet: of a course that it comes to anew nobody has heard of it. */
export function promisedAfter({ courseId }: Pick<Of, 'courseId'>, before: (Promised & Of) | undefined) {
  const told = before !== undefined && (before.auditStatus === 'agree' || before.announced)
  const announced = told && courseId === before.courseId
  return { announced, agreedBefore: !announced && (told || before?.agreedBefore === true) }
}

/** The news of a deletion. */
export const newsOfDeletion = (meeting: Promised, now: Date): MeetingNews | undefined =>
  isExpected(meeting, now) ? 'called_off' : isExpectedByHost(meeting, now) ? 'withdrawn' : undefined

/** The news of a decision. Of a meeting that people count on a rejection calls it off. */
export function newsOfDecision(status: 'agree' | 'reject', before: Timed & { announced: boolean }, now: Date): MeetingNews | undefined {
  if (before.auditStatus === status) return undefined
  if (status === 'agree') return 'agreed'
  return isExpected(before, now) ? 'called_off' : 'rejected'
}

const longest = 7 * 86_400_000
export function timeFaults(start: Date, end: Date): Fields {
  if (end <= start) return { end_time: 'meeting.endBeforeStart' }
  if (end.getTime() - start.getTime() > longest) return { end_time: 'meeting.tooLong' }
  const beyond = beyondTime(end)
  return beyond ? { end_time: beyond } : {}
}
