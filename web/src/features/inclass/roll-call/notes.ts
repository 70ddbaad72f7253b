// Attendance noted by hand while a roll call is open, with the version that is shown; the board is read again after it.
import { call } from '../../../client.ts'
import { translate } from '../../../i18n.ts'
import { queryClient } from '../../../queries.ts'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { attemptChange, type AttendanceState, type Board, boardOf, type ClassPerson } from '../queries.ts'

export type NotePlace = { session: string; rollCall: string }

async function note({ session, rollCall }: NotePlace, person: string, state: AttendanceState | 'none') {
  const { queryKey } = boardOf(session)
  const version = queryClient.getQueryData<Board>(queryKey)?.roll_call?.version ?? 0
  const answer = await call('PUT /api/roll-calls/:id/people', { params: { id: rollCall }, body: { person_ids: [person], state, version } })
  queryClient.setQueryData<Board>(
    queryKey,
    (board) => board && { ...board, roll_call: board.roll_call && { ...board.roll_call, version: answer.version } },
  )
  await Promise.all([
    queryClient.invalidateQueries({ queryKey }),
    queryClient.invalidateQueries({ queryKey: ['GET /api/roll-calls/:id/people', { params: { id: rollCall } }] }),
  ])
}

/** Notes a state, with a toast by which the one before comes back: also none, so that the student can still claim. */
export async function notePerson(place: NotePlace, { id, name }: ClassPerson, state: AttendanceState, before: AttendanceState | null) {
  const done = await attemptChange(place.session, () => note(place, id, state))
  if (done)
    toast({
      text: translate('inclass', 'noted', { name, state: translate('inclass', `state.${state}`) }),
      ...(state !== before && { undo: () => takeBack(place, id, before) }),
    })
}

/** The toast may outlive the roll call: afterwards attendance is corrected with a reason. */
function takeBack(place: NotePlace, person: string, before: AttendanceState | null): void {
  const now = queryClient.getQueryData<Board>(boardOf(place.session).queryKey)?.roll_call
  if (now?.id !== place.rollCall || now.closed_at !== null) toast({ text: translate('inclass', 'undoClosed') })
  else void attemptChange(place.session, () => note(place, person, before ?? 'none'))
}

/** Somebody has looked: the claim stays as it is. */
export const confirmPerson = (place: NotePlace, { id }: ClassPerson, state: AttendanceState) =>
  attemptChange(place.session, () => note(place, id, state))
