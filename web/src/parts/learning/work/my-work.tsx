// My work in an activity: its state in a sentence, what became of it, the last receipt, and the place to write and to attach.
import { useQuery } from '@tanstack/react-query'
import { History, PenLine } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { texts, useTexts } from '../../../i18n.ts'
import type { Activity } from '../course/content.ts'
import { formToResume } from '../../base/drafts/resume.ts'
import { ReadFailed } from '../../base/errors/read-failed.tsx'
import { paths } from '../../../paths.ts'
import { query } from '../../../queries.ts'
import { Button, buttonLook } from '../../../ui/button.tsx'
import { classes } from '../../../ui/class-names.ts'
import { dateTime, daysFromNow, list, near, sentences, timeWithSeconds } from '../../../ui/format.ts'
import { StatusMark } from '../../../ui/progress.tsx'
import { SkeletonRows } from '../../../ui/states.tsx'
import { Receipt, ReceiptDialog } from './receipt.tsx'
import { ResultCard } from './result-card.tsx'
import { useSpan } from './span-text.ts'
import { useNow } from './use-now.ts'
import { type Assignment, type Mine, type MyVersion, type Sentence, sentencesOf, untilDue } from './work-state.ts'
import { laterDialog } from '../../../ui/dialogs/later-dialog.tsx'

const WriteWork = lazy(async () => (await Promise.all([import('./write-work.tsx'), texts('editor')]))[0])
const WorkRefusal = lazy(async () => (await Promise.all([import('./work-refusal.tsx'), texts('errors')]))[0])
const GroupHistory = laterDialog(() => import('./group-history.tsx'))

export default function MyWorkSection({ activity }: { activity: Activity }) {
  const t = useTexts('work')
  const { data, error, errorUpdatedAt, dataUpdatedAt, refetch } = useQuery({
    ...query('GET /api/activities/:id/my-submission', { params: { id: activity.id } }),
    // what others of the group write tells no one
    refetchInterval: ({ state }) => (state.data?.group && state.data.may_submit ? 15_000 : false),
  })
  if (error && !data) return <ReadFailed title={t('myWorkFailed')} error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={3} />
  return <MyWork activity={activity as Assignment} mine={data} readAt={dataUpdatedAt} />
}

function MyWork({ activity, mine, readAt }: { activity: Assignment; mine: Mine; readAt: number }) {
  const t = useTexts('work')
  const { group, versions, may_submit: may, refusal, result } = mine
  const [last] = versions
  // handed in once, it is written again only by whoever asks for it; a draft that has begun is gone on with
  const begun = last === undefined || mine.state === 'draft' || mine.draft !== null || Boolean(result?.rework)
  const [writing, setWriting] = useState(() => begun || formToResume('submission', (thing) => thing === activity.id) !== undefined)
  const [asked, setAsked] = useState(false)
  const [history, setHistory] = useState(false)
  const [receipt, setReceipt] = useState<MyVersion>()
  const state = useRef<HTMLElement>(null)
  const showedReceipt = useRef(false)
  // the button that handed in has left the page
  useEffect(() => {
    if (!receipt && showedReceipt.current) state.current?.focus({ preventScroll: true })
    showedReceipt.current = receipt !== undefined
  }, [receipt])
  const open = may && (writing || last === undefined)
  const handedIn = (version: MyVersion) => {
    setReceipt(version)
    setWriting(false)
  }
  return (
    <>
      <section ref={state} tabIndex={-1} aria-label={t('state')} className="surface-card space-y-2 p-4">
        <div className="flex flex-wrap items-center gap-3">
          <StateSentence mine={mine} readAt={readAt} />
          {may && last && !open && (
            <Button
              icon={PenLine}
              onClick={() => {
                setAsked(true)
                setWriting(true)
              }}
            >
              {t('handInAgain')}
            </Button>
          )}
        </div>
        {!may && refusal && !last && (mine.draft !== null || refusal !== 'submission.closed') && (
          <Suspense fallback={<p className="text-small">&nbsp;</p>}>
            <WorkRefusal code={refusal} />
          </Suspense>
        )}
        {may && last && mine.submissions_left !== null && (
          <p className="text-small text-text-2">
            {sentences(
              t('leftAgain', { count: mine.submissions_left }),
              mine.submits_until !== null && t('say.openUntil', { when: near(mine.submits_until) }),
            )}
          </p>
        )}
        {group && (
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-text-2">
            <span>{t('groupOf', { name: group.name, members: list(group.members.map(({ name }) => name)) })}</span>
            <Button variant="link" icon={History} onClick={() => setHistory(true)}>
              {t('whoChanged')}
            </Button>
          </div>
        )}
      </section>
      {result && <ResultCard activity={activity} result={result} last={last} />}
      <EvaluationLink activity={activity} />
      {last && <Receipt activity={activity} versions={versions} group={group?.name} />}
      {open && (
        <Suspense fallback={<SkeletonRows rows={3} />}>
          <WriteWork key={activity.id} activity={activity} mine={mine} readAt={readAt} takesFocus={asked} onHandedIn={handedIn} />
        </Suspense>
      )}
      {receipt && <ReceiptDialog activity={activity} version={receipt} group={group?.name} onClose={() => setReceipt(undefined)} />}
      {history && (
        <Suspense>
          <GroupHistory activity={activity.id} onClose={() => setHistory(false)} />
        </Suspense>
      )}
    </>
  )
}

/** To the works of others that I review, and to what I say of my own. */
function EvaluationLink({ activity }: { activity: Assignment }) {
  const t = useTexts('work')
  const { peer_reviews: peers = 0, self_weight: self = 0 } = activity.settings
  if (!peers && !self) return null
  return (
    <section aria-label={t('evaluation')} className="surface-card flex flex-wrap items-center gap-3 p-4">
      <p className="min-w-0 flex-1 basis-60 text-body">{t(peers && self ? 'evaluateBoth' : self ? 'evaluateOwn' : 'evaluateOthers')}</p>
      <Link to={paths.evaluation(activity.course_id, activity.id)} className={buttonLook('secondary')}>
        {t('toEvaluation')}
      </Link>
    </section>
  )
}

/** Counts on while the page is open. */
function StateSentence({ mine, readAt }: { mine: Mine; readAt: number }) {
  const t = useTexts('work')
  const span = useSpan()
  const now = useNow()
  const left = untilDue(mine, readAt, now)
  const handed = mine.versions.length > 0
  const rework = mine.state === 'returned' && Boolean(mine.result?.rework)
  const late = mine.may_submit && !handed && left !== undefined && left < 0
  return (
    <>
      <StatusMark
        state={rework ? 'rework' : handed ? 'done' : 'open'}
        label={t(rework ? 'state.rework' : handed ? 'state.handedIn' : 'state.notHandedIn')}
      />
      <p
        role="status"
        className={classes(
          'min-w-0 flex-1 basis-60 text-body',
          rework ? 'font-medium text-warn-text' : late && 'font-medium text-bad-text',
        )}
      >
        {sentences(
          ...sentencesOf(mine, left).map(({ key, when, seconds }) =>
            t(key, {
              ...(when && { when: timeOf(key, when) }),
              ...(seconds !== undefined && { span: span(seconds) }),
            }),
          ),
        )}
      </p>
    </>
  )
}

/** A draft of today by the second, a hand-in with its date. */
const timeOf = (key: Sentence['key'], when: string) =>
  key === 'say.draft' && daysFromNow(when) === 0 ? timeWithSeconds(when) : key.startsWith('say.handedIn') ? dateTime(when) : near(when)
