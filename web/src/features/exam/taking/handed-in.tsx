// After an exam: handed in when and by whom, what was not answered, what is still sent or came too late, the way back.
import { CircleCheck } from 'lucide-react'
import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import { useTexts } from '../../../i18n.ts'
import type { Slot, SlotState } from '../../../parts/learning/attempts/answer-keeper.ts'
import type { Activity } from '../../../parts/learning/course/content.ts'
import { PageTitle } from '../../../parts/base/page/page-title.tsx'
import { paths } from '../../../paths.ts'
import { invalidate } from '../../../queries.ts'
import { Banner } from '../../../ui/marks/banner.tsx'
import { buttonLook } from '../../../ui/button.tsx'
import { dateTime, sentences, timeWithSeconds } from '../../../ui/format.ts'
import type { Submitted } from './use-taking.ts'

export function HandedIn({ activity, submitted, slots }: { activity: Activity; submitted: Submitted; slots: ReadonlyMap<number, Slot> }) {
  const t = useTexts('exam')
  useEffect(() => {
    void invalidate('GET /api/activities/:id/my-attempts', 'GET /api/courses/:id/content', 'GET /api/activities/:id')
  }, [])
  const of = (...kinds: SlotState['kind'][]) => [...slots.values()].filter(({ state }) => kinds.includes(state.kind)).length
  const [late, waiting, refused] = [of('late'), of('device', 'saving'), of('refused')]
  return (
    <div className="mx-auto w-full max-w-[560px] px-4 py-12">
      <CircleCheck aria-hidden size={32} strokeWidth={1.75} className="mb-3 text-ok" />
      <PageTitle title={t(submitted.by === 'student' ? 'handedIn' : 'handedInForYou')} takesFocus />
      <p role="status" className="tabular mt-1 text-body text-text-2">
        {activity.title} · {dateTime(submitted.at).slice(0, 10)} {timeWithSeconds(submitted.at)}
      </p>
      <p className="mt-3 text-body">{t(submitted.by === 'student' ? 'handedInText' : 'handedInForYouText')}</p>
      {submitted.unanswered > 0 && <p className="mt-2 text-body">{t('unanswered', { count: submitted.unanswered })}</p>}
      {(late > 0 || waiting > 0 || refused > 0) && (
        <div className="mt-3 space-y-2">
          {waiting > 0 && <Banner tone="warn">{sentences(t('stillHeld', { count: waiting }), t('stillHeldText'))}</Banner>}
          {late > 0 && <Banner tone="warn">{t('lateAnswers', { count: late })}</Banner>}
          {refused > 0 && <Banner tone="bad">{t('refusedAnswers', { count: refused })}</Banner>}
        </div>
      )}
      <Link to={paths.activity(activity.course_id, activity.id)} className={`${buttonLook('primary')} mt-5`}>
        {t('backToExam')}
      </Link>
    </div>
  )
}
