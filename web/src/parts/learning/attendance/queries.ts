// Reads of attendance and of classes, and corrections with the way back.
import { type Answer, call } from '../../../client.ts'
import { translate } from '../../../i18n.ts'
import { invalidate, query } from '../../../queries.ts'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { problemText } from '../../base/errors/problem-text.ts'

export type Attendance = Answer<'GET /api/courses/:id/attendance'>
export type AttendanceRow = Attendance['items'][number]
export type AttendanceColumn = Attendance['columns'][number]
export type AttendanceState = NonNullable<AttendanceRow['cells'][number]>['state']
export type ClassSummary = Answer<'GET /api/courses/:id/class-sessions'>['items'][number]

/** In the order in which they are offered. */
export const states: readonly AttendanceState[] = ['present', 'late', 'excused', 'left_early', 'absent']

export const myAttendanceQuery = (course: string) => query('GET /api/courses/:id/my-attendance', { params: { id: course } })
export const callPersonQuery = (rollCall: string, person: string) =>
  query('GET /api/roll-calls/:id/people', { params: { id: rollCall }, query: { conditions: JSON.stringify({ person_id: person }) } })
export const changesQuery = (rollCall: string, person: string) =>
  query('GET /api/roll-calls/:id/people/:person/changes', { params: { id: rollCall, person }, query: {} })

export const attendanceChanged = () =>
  invalidate(
    'GET /api/courses/:id/attendance',
    'GET /api/courses/:id/class-sessions',
    'GET /api/roll-calls/:id/people',
    'GET /api/roll-calls/:id/people/:person/changes',
  )

/** People of one request. */
const atOnce = 300

/** Notes this state for people of a roll call, as its present version. */
export async function noteState(rollCall: string, people: readonly string[], state: AttendanceState, reason: string): Promise<void> {
  const params = { id: rollCall }
  let { version } = (await call('GET /api/roll-calls/:id/people', { params, query: { page_size: 1 } })).roll_call
  for (let first = 0; first < people.length; first += atOnce) {
    const person_ids = people.slice(first, first + atOnce)
    const body = { person_ids, state, version, ...(reason && { reason }) }
    version = (await call('PUT /api/roll-calls/:id/people', { params, body })).version
  }
}

export type Noted = { id: string; name: string; before: AttendanceState | null }

/** Corrects people and offers the way back, unless nothing was noted before of one of them: then there is no state to go back to. */
export async function correct(rollCall: string, people: readonly Noted[], state: AttendanceState, reason: string): Promise<void> {
  const ids = (of: readonly Noted[]) => of.map(({ id }) => id)
  await noteState(rollCall, ids(people), state, reason)
  const changed = people.filter(({ before }) => before !== state)
  const back = async () => {
    for (const before of states) {
      const those = changed.filter((one) => one.before === before)
      if (those.length > 0) await noteState(rollCall, ids(those), before, translate('attendance', 'takenBack'))
    }
  }
  const undo = () =>
    void back()
      .catch((failure: unknown) => toast({ text: problemText(failure), error: true }))
      .finally(attendanceChanged)
  const [only] = people
  const word = translate('attendance', `state.${state}`)
  toast({
    text:
      people.length === 1 && only
        ? translate('attendance', 'notedOne', { name: only.name, state: word })
        : translate('attendance', 'notedMany', { count: people.length, state: word }),
    ...(changed.length > 0 && changed.every(({ before }) => before !== null) && { undo }),
  })
  await attendanceChanged()
}
