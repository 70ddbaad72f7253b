// Rules of meetings: when one may be changed, by the clock. Pure.
import type { Fields } from '@lyceum/kit/calls/errors'
import type { AuditStatus, Meeting } from './api.ts'

type Timed = { auditStatus: AuditStatus; instruction: boolean; startTime: Date; endTime: Date }

export const stateAt = ({ startTime, endTime }: Timed, now: Date): Meeting['state'] =>
  now < startTime ? 'ahead' : now < endTime ? 'running' : 'ended'

/** Rejected or not begun; one of a teaching team always. */
export const editableAt = (meeting: Timed, now: Date): boolean =>
  meeting.instruction || meeting.auditStatus === 'reject' || stateAt(meeting, now) === 'ahead'

/** Unless it is agreed and has begun; one of a teaching team always. */
export const shownEditableAt = (meeting: Timed, now: Date): boolean =>
  meeting.instruction || !(meeting.auditStatus === 'agree' && stateAt(meeting, now) !== 'ahead')

const longest = 7 * 86_400_000
export function timeFaults(start: Date, end: Date): Fields {
  if (end <= start) return { end_time: 'meeting.endBeforeStart' }
  if (end.getTime() - start.getTime() > longest) return { end_time: 'meeting.tooLong' }
  return {}
}
