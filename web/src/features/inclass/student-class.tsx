// A running class for its students, on a phone first: it follows what is shown to everybody, offers the tools that they open themselves, and the hand.
import { Radio } from 'lucide-react'
import { Suspense } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { Link } from 'react-router-dom'
import { useTexts } from '../../i18n.ts'
import { Banner } from '../../ui/marks/banner.tsx'
import { SkeletonText } from '../../ui/states.tsx'
import { ClassFrame, RailLink } from './class-frame.tsx'
import { HandButton } from './hands/hand-button.tsx'
import type { ClassState } from './queries.ts'
import { TimerChip } from './timer/timer-chip.tsx'
import { toolOf, tools } from './tools.ts'
import { Welcome } from './welcome.tsx'

/** Whether a roll call waits for this student. */
const isCalled = ({ roll_call, mine, can }: ClassState) => roll_call !== null && mine.attendance === null && can.take_part

/** Whether an open vote waits for their answer. */
const answerWaits = ({ vote, mine, can }: ClassState) => vote?.state === 'open' && mine.vote === null && can.take_part

export function StudentClass({ session, name }: { session: ClassState; name: string }) {
  const t = useTexts('inclass')
  const [params] = useSearchParams()
  const scanned = (useLocation().state as { qr?: string } | null)?.qr !== undefined
  const called = isCalled(session)
  const chosen = toolOf(scanned ? 'roll_call' : params.get('tool'))
  const tool = chosen ?? (called ? toolOf('roll_call') : toolOf(session.shown?.view))
  return (
    <ClassFrame
      course={session.course_id}
      name={name}
      meta={session.title}
      aside={tool?.id !== 'timer' && <TimerChip timer={session.timer} />}
      rail={
        <>
          <RailLink icon={Radio} text={t('now')} search="" current={!chosen} />
          {session.can.take_part && <HandButton session={session} />}
          {tools
            .filter(({ open }) => open)
            .map(({ id, icon }) => (
              <RailLink
                key={id}
                icon={icon}
                text={t(id === 'roll_call' ? 'iAmHere' : `tool.${id}`)}
                search={`?tool=${id}`}
                current={chosen?.id === id}
              />
            ))}
        </>
      }
    >
      <div className="mx-auto flex w-full max-w-[760px] flex-1 flex-col gap-3">
        {!session.can.take_part && <Banner tone="note">{t('looksOn')}</Banner>}
        {called && tool?.id !== 'roll_call' && (
          <Banner
            tone="info"
            action={
              <Link to={{ search: '?tool=roll_call' }} className="min-h-6 font-semibold underline underline-offset-2">
                {t('iAmHere')}
              </Link>
            }
          >
            {t('callOpen')}
          </Banner>
        )}
        {answerWaits(session) && tool?.id !== 'vote' && (
          <Banner
            tone="info"
            action={
              <Link to={{ search: '?tool=vote' }} className="min-h-6 font-semibold underline underline-offset-2">
                {t('answer')}
              </Link>
            }
          >
            {t('voteOpen')}
          </Banner>
        )}
        {tool ? (
          <Suspense fallback={<SkeletonText lines={6} />}>
            <tool.Shown key={tool.id} session={session} hall={false} />
          </Suspense>
        ) : (
          <Welcome session={session} hall={false} />
        )}
      </div>
    </ClassFrame>
  )
}
