// Sentence and button of the join page for each state of a code's course.
import type { Answer } from '../../../client.ts'
import { type Translate, useTexts } from '../../../i18n.ts'
import { Banner } from '../../../ui/marks/banner.tsx'
import { date, dateTime } from '../../../ui/format.ts'

export type Offer = Answer<'GET /api/course/access-code/:code/validate'>
type State = Offer['join']['state']

/** Whether there is something to press, and its word. */
export const joinWord = (state: State, t: Translate<'members'>, join: string): string | undefined =>
  ({ open: join, approval: t('askToJoin'), full: t('waitForSeat') })[state as string]

export function JoinNote({ offer: { course, join } }: { offer: Offer }) {
  const t = useTexts('members')
  const tc = useTexts('course')
  const { state, opens_at, closes_at, seats, seats_left } = join
  const notes: Partial<Record<State, [tone: 'info' | 'warn', text: string]>> = {
    approval: ['info', t('joinApproval')],
    full: ['warn', t('joinFull', { count: seats ?? 0 })],
    waiting: ['info', t('joinWaiting')],
    declined: ['warn', t('joinDeclined')],
    notYet: ['info', t('joinNotYet', { when: opens_at ? dateTime(opens_at) : '' })],
    over: ['warn', t('joinOver', { when: closes_at ? dateTime(closes_at) : '' })],
    ended: ['warn', t('joinEnded', { when: course.end_date ? date(course.end_date) : '' })],
    ...(seats_left !== null && { open: ['info', t('joinSeats', { count: seats_left })] as const }),
  }
  const note = notes[state]
  const draft = !course.published && (state === 'open' || state === 'member')
  if (!note && !draft) return null
  return (
    <div className="mt-3 space-y-2">
      {note && <Banner tone={note[0]}>{note[1]}</Banner>}
      {draft && <Banner tone="info">{tc('joinUnpublished')}</Banner>}
    </div>
  )
}
