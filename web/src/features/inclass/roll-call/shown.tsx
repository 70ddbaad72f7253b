// The roll call for everybody: on the screen of the hall its code and the people, on a phone the way to be noted.
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../../i18n.ts'
import { nothingToShow } from '../../../parts/base/errors/refusal.ts'
import { SkeletonText } from '../../../ui/states.tsx'
import { boardOf, type ClassState } from '../queries.ts'
import type { ShownProps } from '../tools.ts'
import { CallScreen } from './call-screen.tsx'
import { ClaimView } from './claim-view.tsx'
import { HereCount, PeopleGrid } from './people-grid.tsx'

export default function ShownRollCall({ session, hall }: ShownProps) {
  return hall ? <OnScreen session={session} /> : <ClaimView session={session} />
}

/** Without doubts, and without their names. */
function OnScreen({ session }: { session: ClassState }) {
  const t = useTexts('inclass')
  const { data: board } = useQuery({ ...boardOf(session.id), throwOnError: nothingToShow })
  if (!board) return <SkeletonText lines={6} />
  return (
    <>
      {session.roll_call ? (
        <CallScreen session={session} retired={board.roll_call?.guessed ?? false} />
      ) : (
        <p className="rounded-panel bg-accent-soft px-9 py-12 text-center text-[clamp(20px,3vw,40px)] leading-snug">{t('callClosed')}</p>
      )}
      {board.roll_call && (
        <>
          <div className="mt-5 mb-4 flex flex-wrap items-center gap-4">
            <HereCount counts={board.counts} />
          </div>
          <PeopleGrid people={board.people} doubts={false} />
        </>
      )}
    </>
  )
}
