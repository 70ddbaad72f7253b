// The marking of one student of a forum: their posts in all its topics, the rubric beside them, and the way to the next student.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, CornerDownLeft } from 'lucide-react'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { useTexts } from '../../i18n.ts'
import { problemText } from '../../parts/base/errors/problem-text.ts'
import { ReadFailed } from '../../parts/base/errors/read-failed.tsx'
import type { Activity } from '../../parts/learning/course/content.ts'
import { topicHref } from '../../parts/learning/forum/places.ts'
import { GradingConflict } from '../../parts/learning/rubrics/grading-conflict.tsx'
import { typedScore } from '../../parts/learning/rubrics/points.ts'
import { RubricButtons } from '../../parts/learning/rubrics/rubric-buttons.tsx'
import { SaveNote } from '../../parts/learning/rubrics/save-note.tsx'
import { ScoreField } from '../../parts/learning/rubrics/score-field.tsx'
import { useGrading } from '../../parts/learning/rubrics/use-grading.ts'
import { usePartialRubric } from '../../parts/learning/rubrics/use-partial-rubric.tsx'
import { useTypedScore } from '../../parts/learning/rubrics/use-typed-score.ts'
import { useAddresses } from '../../parts/learning/work/addresses.ts'
import { paths } from '../../paths.ts'
import { queryClient } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/dialogs/toast.tsx'
import { TextArea } from '../../ui/fields/field.tsx'
import { near } from '../../ui/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Avatar } from '../../ui/marks/avatar.tsx'
import { useKeySet } from '../../ui/menus/key-sets.ts'
import { useSingleKeys } from '../../ui/menus/single-keys.ts'
import { StatusMark } from '../../ui/progress.tsx'
import { Empty, SkeletonText } from '../../ui/states.tsx'
import { Pagination } from '../../ui/table/pagination.tsx'
import { RichText } from '../../ui/text/rich-text.tsx'
import {
  markHref,
  type ParticipationMark,
  participationOf,
  showMark,
  studentPostsOf,
  type StudentParticipation,
  takeBackMark,
  writeMark,
} from './participation.ts'

export default function ParticipationMarking({ activity, person }: { activity: Activity; person: string }) {
  const t = useTexts('forum')
  const m = useTexts('marking')
  const navigate = useNavigate()
  const { data, error, errorUpdatedAt, refetch } = useQuery(participationOf(activity.id, person))
  const heading = useRef<HTMLHeadingElement>(null)
  /** The student who was marked leaves the page with the focus: it goes on with the next one. */
  const [goesOn, mayLeave] = [useRef(false), useRef(true)]
  const scoreField = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!data || !goesOn.current) return
    goesOn.current = false
    heading.current?.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
  }, [data?.person.id])
  const open = (id: string | null | undefined) => {
    if (!id) return
    if (!mayLeave.current) return scoreField.current?.focus()
    goesOn.current = true
    void navigate(markHref(activity, id), { replace: true, preventScrollReset: true })
  }
  return (
    <div className="space-y-3.5 max-tablet:pt-4">
      <p className="text-small">
        <Link
          className="inline-flex min-h-6 items-center text-accent-text underline underline-offset-2"
          to={paths.activity(activity.course_id, activity.id)}
        >
          {t('toForum')}
        </Link>
      </p>
      {error && !data ? (
        <ReadFailed error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonText lines={6} />
      ) : (
        <>
          <header className="flex flex-wrap items-center gap-3">
            <Avatar id={data.person.id} name={data.person.name} src={data.person.avatar || null} size={38} />
            <div className="min-w-0 flex-1">
              <h2 ref={heading} tabIndex={-1} className="truncate text-section font-semibold">
                <bdi>{data.person.name}</bdi>
              </h2>
              <p className="tabular text-caption text-text-2">
                {t('posts', { count: data.posts })} · {t('repliesAmong', { count: data.replies })}
              </p>
            </div>
            {data.mark?.state === 'done' && <StatusMark state="done" label={m('marked')} />}
            <nav aria-label={m('neighbours')} className="flex shrink-0 gap-2">
              <IconButton
                variant="bordered"
                label={m('withKey', { name: m('previous'), key: 'K' })}
                icon={ChevronLeft}
                off={data.previous ? undefined : m('isFirst')}
                onClick={() => open(data.previous)}
              />
              <IconButton
                variant="bordered"
                label={m('withKey', { name: m('next'), key: 'J' })}
                icon={ChevronRight}
                off={data.next ? undefined : m('isLast')}
                onClick={() => open(data.next)}
              />
            </nav>
          </header>
          <div className="flex items-start gap-3.5 max-small:flex-col">
            <Posts key={person} activity={activity} person={person} />
            {data.rubric ? (
              <Panel
                key={`${person} grading`}
                activity={activity}
                participation={data}
                rubric={data.rubric}
                mayLeave={mayLeave}
                scoreField={scoreField}
                onOpen={open}
              />
            ) : (
              <div className="w-[336px] shrink-0 max-small:w-full">
                <Empty title={t('noRubric')} text={t('noRubricText')} />
              </div>
            )}
          </div>
        </>
      )}
    </div>
  )
}

function Posts({ activity, person }: { activity: Activity; person: string }) {
  const t = useTexts('forum')
  const [page, setPage] = useState(1)
  const { data, error, errorUpdatedAt, refetch } = useQuery({
    ...studentPostsOf(activity.id, person, page),
    placeholderData: keepPreviousData,
  })
  const files = useAddresses(data?.files)
  const place = { course: activity.course_id, scope: 'activity', scopeId: activity.id } as const
  return (
    <section aria-label={t('postsHead')} className="min-w-0 flex-1 space-y-3 max-small:w-full max-small:flex-none">
      {error && !data ? (
        <ReadFailed title={t('postsFailed')} error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonText lines={6} />
      ) : data.items.length === 0 ? (
        <Empty title={t('noPosts')} />
      ) : (
        data.items.map((post) => (
          <article key={post.id} className="surface-card space-y-2 p-4">
            <p className="tabular text-caption text-text-3">
              <time dateTime={post.created_at}>{near(post.created_at)}</time> ·{' '}
              <Link className="text-accent-text underline underline-offset-2" to={topicHref(place, post.topic.id, post.n ?? undefined)}>
                {post.topic.title}
              </Link>
            </p>
            <RichText html={post.body} size="body" files={files} />
          </article>
        ))
      )}
      {data && data.pages > 1 && (
        <Pagination
          simple
          page={data.page}
          pages={data.pages}
          pageSize={data.page_size}
          total={data.total}
          onChange={setPage}
          scroll={false}
        />
      )}
    </section>
  )
}

type PanelProps = {
  activity: Activity
  participation: StudentParticipation
  rubric: NonNullable<StudentParticipation['rubric']>
  /** False while the score that is typed is none. */
  mayLeave: RefObject<boolean>
  scoreField: RefObject<HTMLInputElement | null>
  onOpen: (person: string | null) => void
}
function Panel({ activity, participation, rubric, mayLeave, scoreField, onOpen }: PanelProps) {
  const t = useTexts('marking')
  const say = useTexts('forum')
  const note = useId()
  const { person, mark, max, next, previous } = participation
  /** The mark when the student was opened. */
  const [before] = useState(mark)
  const panel = useRef<HTMLElement>(null)
  const failure = useRef<unknown>(undefined)
  const work = useGrading<ParticipationMark>(
    { form: 'participation', thing: `${activity.id} ${person.id}`, stored: mark, rubric, max },
    {
      write: ({ points, comment, criteria }, over, done) =>
        writeMark(activity.id, person.id, {
          // without points of the forum nothing is scored
          points: max === null ? null : points,
          comment,
          ...(rubric.criteria.length > 0 && { criteria, rubric_version: rubric.n }),
          ...(done && { done }),
          version: over,
        }).catch((error: unknown) => {
          failure.current = error
          throw error
        }),
      read: async () => (await queryClient.fetchQuery({ ...participationOf(activity.id, person.id), staleTime: 0 })).mark,
      onSaved: (saved) => void showMark(activity.id, person.id, saved),
    },
  )
  const { typed, type, wrong } = useTypedScore(work, max, mayLeave)
  const score = typed === undefined ? undefined : typedScore(typed, max)
  const { finish, asks } = usePartialRubric({ rubric, given: work.given, max }, () => void settle())
  const settle = async () => {
    failure.current = undefined
    if (!(await work.finish()) || failure.current !== undefined) return
    toast({
      text: say('participationMarked', { name: person.name }),
      undo: () =>
        void takeBackMark(activity.id, person.id, before).catch((error: unknown) => toast({ text: problemText(error), error: true })),
    })
    onOpen(next)
  }
  const saveNext = () => {
    if (wrong) return scoreField.current?.focus()
    if (work.state.kind !== 'conflict') finish()
  }
  useKeySet('participation')
  const digits = max === null ? [] : [...'0123456789']
  useSingleKeys({
    j: () => onOpen(next),
    k: () => onOpen(previous),
    ['ArrowRight']: () => onOpen(next),
    ['ArrowLeft']: () => onOpen(previous),
    r: () => panel.current?.querySelector<HTMLInputElement>('fieldset input[type=radio]')?.focus(),
    ...Object.fromEntries(
      digits.map((digit) => [
        digit,
        () => {
          type(digit)
          scoreField.current?.focus()
        },
      ]),
    ),
  })
  return (
    <aside
      ref={panel}
      aria-label={t('givenTo')}
      className="surface-card w-[336px] shrink-0 divide-y divide-line overflow-hidden max-small:w-full small:sticky small:top-[calc(var(--shown-bar)+16px)] small:max-h-[calc(100dvh-var(--shown-bar)-var(--nav)-32px)] small:overflow-y-auto"
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        saveNext()
      }}
    >
      {work.state.kind === 'conflict' && (
        <section aria-label={t('conflict')} className="p-3">
          <GradingConflict
            state={work.state}
            work={work}
            rubric={rubric}
            labels={{ points: t('score'), comment: t('comment') }}
            onChosen={() => type(undefined)}
          />
        </section>
      )}
      <RubricButtons rubric={rubric} given={work.given.criteria} readOnly={false} onChange={(criteria) => work.change({ criteria })} />
      <div className="px-4 py-3">
        <TextArea
          label={t('comment')}
          rows={4}
          maxLength={20_000}
          value={work.given.comment}
          onChange={(comment) => work.change({ comment })}
        />
      </div>
      <div className="bg-surface px-4 py-3 small:sticky small:bottom-0">
        <div className="flex flex-wrap items-center gap-2">
          {max !== null && (
            <ScoreField ref={scoreField} points={work.given.points} max={max} typed={typed} onTyped={type} wrong={wrong} note={note} />
          )}
          <SaveNote state={work.state} />
        </div>
        <p id={note} role="alert" className="mt-1 text-small text-bad-text empty:hidden">
          {score && 'error' in score && t(score.error, { max: max ?? '100' })}
        </p>
        <Button variant="primary" className="mt-2.5 w-full" trailing={CornerDownLeft} onClick={saveNext}>
          {t(next ? 'saveNext' : 'saveMark')}
        </Button>
      </div>
      {asks}
    </aside>
  )
}
