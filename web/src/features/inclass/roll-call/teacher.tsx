// The roll call for who teaches: opened, its code on the screen, people filling in, doubts and spot checks below, closed; then its result.
import { useQuery } from '@tanstack/react-query'
import { Check, ShieldCheck, UserRoundPlus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { nothingToShow } from '../../../parts/base/errors/refusal.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { dialogTrigger } from '../../../ui/dialogs/dialog.tsx'
import { SkeletonText } from '../../../ui/states.tsx'
import { attemptChange, type Board, boardOf, type ClassState, readAgain } from '../queries.ts'
import type { TeacherProps } from '../tools.ts'
import { ByHand } from './by-hand.tsx'
import { CallScreen } from './call-screen.tsx'
import { called, doubted } from './doubted.ts'
import { LookList } from './doubts.tsx'
import { OpenForm } from './open-form.tsx'
import { GridFoot, HereCount, PeopleGrid } from './people-grid.tsx'
import { SpotCheck } from './spot-check.tsx'

export default function TeacherRollCall({ session }: TeacherProps) {
  const { data: board } = useQuery({ ...boardOf(session.id), throwOnError: nothingToShow })
  if (!board) return <SkeletonText lines={6} />
  return session.roll_call ? (
    <Open session={session} board={board} rollCall={session.roll_call.id} />
  ) : (
    <Closed session={session} board={board} />
  )
}

function Open({ session, board, rollCall }: { session: ClassState; board: Board; rollCall: string }) {
  const t = useTexts('inclass')
  const [byHand, setByHand] = useState(false)
  const [busy, setBusy] = useState(false)
  const place = { session: session.id, rollCall }
  // the board may still be that of the roll call before
  const people = board.roll_call?.id === rollCall ? board.people : []
  const close = async () => {
    setBusy(true)
    const done = await attemptChange(session.id, async () => {
      await call('POST /api/roll-calls/:id/close', { params: { id: rollCall } })
      await readAgain(session.id)
    })
    if (done) toast({ text: t('closedNow') })
    setBusy(false)
  }
  return (
    <>
      <CallScreen session={session} retired={board.roll_call?.guessed ?? false} />
      <div className="mt-5 mb-4 flex flex-wrap items-center gap-x-4 gap-y-3">
        <HereCount counts={board.counts} />
        <span {...dialogTrigger} className="contents">
          <Button icon={UserRoundPlus} onClick={() => setByHand(true)}>
            {t('addByHand')}
          </Button>
        </span>
        <Button variant="primary" icon={Check} busy={busy} onClick={() => void close()}>
          {t('closeCall')}
        </Button>
      </div>
      <LookList place={place} people={called(people)} spotCheck />
      <LookList place={place} people={doubted(people)} />
      <div className="mt-5">
        <PeopleGrid people={people} doubts />
      </div>
      <GridFoot people={people} />
      <SpotCheck place={place} />
      <p className="mt-4 flex items-center gap-2 border-t border-line pt-3 text-small text-text-3">
        <ShieldCheck aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />
        {t('onlyHere')}
      </p>
      <ByHand place={place} open={byHand} onClose={() => setByHand(false)} />
    </>
  )
}

function Closed({ session, board }: { session: ClassState; board: Board }) {
  const t = useTexts('inclass')
  const past = board.roll_call
  return (
    <>
      <OpenForm key={past?.id} session={session.id} again={past !== null} />
      {past && (
        <section aria-label={t('lastCall')} className="mt-8">
          <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-3">
            <HereCount counts={board.counts} />
            <Link
              to={paths.attendance(session.course_id)}
              className="inline-flex min-h-6 items-center text-accent-text underline underline-offset-2"
            >
              {t('toAttendance')}
            </Link>
          </div>
          <PeopleGrid people={board.people} doubts />
        </section>
      )}
    </>
  )
}
