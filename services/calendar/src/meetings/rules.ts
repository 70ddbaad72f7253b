// Rules of meetings: when one may be changed, by the clock. Pure.
import type { Fields } from '@lyceum/kit/calls/errors'
import type { AuditStatus, Meeting } from './api.ts'

type Timed = { auditStatus: AuditStatus; instruction: boolean; startTime: Date; endTime: Date }

export const stateAt = ({ startTime, endTime }: Timed, now: Date): Meeting['state'] =>
  now < startTime ? 'ahead' : now < endTime ? 'running' : 'ended'

/** Whether it may be changed: it is rejected or has not begun; one of a teaching team always. */
export const editableAt = (meeting: Timed, now: Date): boolean =>
  meeting.instruction || meeting.auditStatus === 'reject' || stateAt(meeting, now) === 'ahead'

/** Whether the page offers its change: unless it is agreed and has begun; one of a teaching team always. */
export const shownEditableAt = (meeting: Timed, now: Date): boolean =>
  meeting.instruction || !(meeting.auditStatus === 'agree' && stateAt(meeting, now) !== 'ahead')

/** Whether its recording may be changed: once an agreed one has begun. Nothing else of it is changed from then on. */
export const replayEditableAt = (meeting: Timed, now: Date): boolean =>
  meeting.instruction || (meeting.auditStatus === 'agree' && stateAt(meeting, now) !== 'ahead')

/** What people are told of a meeting. */
export type MeetingNews = 'asked' | 'agreed' | 'rejected' | 'moved' | 'called_off'
type Told = Timed & { room: string; joinUrl: string }

/** What a change of it tells; nothing of one that is over, and nothing of its words. */
export function newsOf(meeting: Told, before: Told | undefined, now: Date): MeetingNews | undefined {
  if (meeting.auditStatus === 'reject' || meeting.endTime <= now) return undefined
  if (meeting.auditStatus !== before?.auditStatus) return meeting.auditStatus === 'agree' ? 'agreed' : 'asked'
  const where = ({ startTime, endTime, room, joinUrl }: Told) => [startTime.getTime(), endTime.getTime(), room, joinUrl].join()
  return meeting.auditStatus === 'agree' && where(meeting) !== where(before) ? 'moved' : undefined
}

/** Whether its people count on it: they have been told that it is agreed, and it is not over. */
export const isExpected = (meeting: Timed & { announced: boolean }, now: Date): boolean =>
  (meeting.auditStatus === 'agree' || meeting.announced) && meeting.endTime > now

export type Of = { courseId: string | null; hostId: string }
/** The former course and host, where people counted on it and a change gives it to others: both sides are told. */
export const handedOver = (meeting: Of, before: Timed & Of & { announced: boolean }, now: Date): Of | undefined =>
  isExpected(before, now) && (meeting.courseId !== before.courseId || meeting.hostId !== before.hostId)
    ? { courseId: before.courseId, hostId: before.hostId }
    : undefined

/** What a decision tells. Of a meeting that people count on a rejection calls it off. */
export function newsOfDecision(status: 'agree' | 'reject', before: Timed & { announced: boolean }, now: Date): MeetingNews | undefined {
  if (before.auditStatus === status) return undefined
  if (status === 'agree') return 'agreed'
  return isExpected(before, now) ? 'called_off' : 'rejected'
}

const longest = 7 * 86_400_000
export function timeFaults(start: Date, end: Date): Fields {
  if (end <= start) return { end_time: 'meeting.endBeforeStart' }
  if (end.getTime() - start.getTime() > longest) return { end_time: 'meeting.tooLong' }
  return {}
}
