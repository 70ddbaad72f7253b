// An exam while it is written: bar, banners, navigator, the questions of a page, what is saved. Keys: arrows of the buttons, N and P for pages.
import { ChevronLeft, ChevronRight, LayoutGrid } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTexts } from '../../../i18n.ts'
import type { KeptAnswer } from '../../../parts/learning/attempts/answer-keeper.ts'
import { pageOf, pagesOf, rangeOf } from '../../../parts/learning/attempts/paper.ts'
import { isCountedDown } from '../../../parts/learning/attempts/server-clock.ts'
import type { Activity } from '../../../parts/learning/course/content.ts'
import { ReadFailed } from '../../../parts/base/errors/read-failed.tsx'
import { TextLeave } from '../../../parts/base/rich-text/text-leave.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { usePhone } from '../../../ui/dialogs/phone.tsx'
import { RichText } from '../../../ui/text/rich-text.tsx'
import { useSingleKeys } from '../../../ui/menus/single-keys.ts'
import { Bone } from '../../../ui/states.tsx'
import { TextFiles, useTextFiles } from '../../../ui/text-files.ts'
import { BeforeTurning } from './before-turning.tsx'
import { HandInDialog } from './hand-in-dialog.tsx'
import { HandedIn } from './handed-in.tsx'
import { Cell, Navigator } from './navigator.tsx'
import { Notices } from './notices.tsx'
import { Paused, TimeOver } from './paused.tsx'
import { QuestionCard } from './question-card.tsx'
import { SavingCard } from './saving-card.tsx'
import { TakingBar } from './taking-bar.tsx'
import { useCountdown } from './use-countdown.ts'
import { useExamFiles } from './use-exam-files.ts'
import { useExamMedia } from './use-exam-media.tsx'
import { useChosen } from './use-chosen.ts'
import { useFurthest } from './use-furthest.ts'
import { useLeaving } from './use-leaving.ts'
import { type Head, useTaking } from './use-taking.ts'

/** Questions of a page; on a phone, and where the exam says so, one. */
const perPage = 2

export function Taking({
  activity,
  course,
  head,
  live,
  number,
  total,
}: {
  activity: Activity
  course: string
  head: Head
  /** The attempt as read last: it is read again after hints about it or its activity. */
  live: Head | undefined
  number: number
  total: number | null
}) {
  const t = useTexts('exam')
  const phone = usePhone()
  const taking = useTaking(head)
  const latest = useRef(taking)
  latest.current = taking
  const { paper, questions, slots, marked } = taking
  const countdown = useCountdown(taking.deadline, taking.paused)
  const timed = isCountedDown(countdown.left)
  const over = timed && countdown.left <= 0
  const one = phone || (paper?.settings.one_at_a_time ?? false)
  const noWayBack = paper?.settings.no_way_back ?? false
  const pages = useMemo(() => pagesOf(questions, one ? 1 : perPage), [questions, one])
  const [furthest, setFurthest] = useFurthest(noWayBack, taking)
  const [chosen, setChosen] = useChosen(head.id, questions, !noWayBack)
  const current = chosen ?? questions[noWayBack ? Math.min(furthest, questions.length - 1) : 0]?.item.slot
  const at = pageOf(pages, current)
  const page = pages[at] ?? []
  const [active, setActive] = useState<number>()
  const here = page.some(({ item }) => item.slot === active) ? active : page[0]?.item.slot
  const [focus, setFocus] = useState<number>()
  const inTexts = useTextFiles()
  const missing = inTexts.sending + inTexts.failed
  const [asking, setAsking] = useState<'handIn' | 'map' | { next: number }>()
  const { files, addresses, copied } = useExamFiles(taking, activity, `${live?.deadline} ${live?.paused_at}`)
  const media = useExamMedia(head.id, paper?.settings, files)
  const done = `${live?.deadline} ${live?.paused_at} ${activity.version} ${activity.end_time}`
  const looked = useRef(done)
  useEffect(() => {
    if (done !== looked.current) void latest.current.look()
    looked.current = done
  }, [done])
  useLeaving(head.id, taking.submitted === undefined, taking.offline, taking.answered)

  const content = useRef<HTMLDivElement>(null)
  const onAnswer = useCallback((slot: number, answer: KeptAnswer) => latest.current.answer(slot, answer), [])
  const onMark = useCallback((slot: number) => latest.current.mark(slot), [])
  const onLeave = useCallback(() => latest.current.flush(), [])
  const open = (slot: number) => {
    setAsking(undefined)
    taking.flush()
    const number = questions.findIndex(({ item }) => item.slot === slot)
    if (noWayBack && number < furthest) return
    if (noWayBack) setFurthest(Math.max(furthest, (pages[pageOf(pages, slot)]?.[0]?.number ?? 1) - 1))
    setChosen(slot)
    setFocus(slot)
    content.current?.scrollIntoView({ block: 'start' })
  }
  /** An editor that is left drops what is on its way into it. */
  const turnTo = (slot: number) => (missing > 0 && pageOf(pages, slot) !== at ? setAsking({ next: slot }) : open(slot))
  const openPage = (to: number) => {
    const first = pages[to]?.[0]
    if (!first || (noWayBack && to < at)) return
    if (noWayBack && to > at) return setAsking({ next: first.item.slot })
    turnTo(first.item.slot)
  }
  useSingleKeys({ n: () => openPage(at + 1), p: () => openPage(at - 1), m: () => page[0] && taking.mark(page[0].item.slot) })
  useEffect(() => {
    if (over && !taking.submitted) void taking.timeOver()
  }, [over])

  const { title } = activity
  const about = [course, total === 1 ? '' : total === null ? t('attemptNumber', { number }) : t('attemptOf', { number, total })]
    .filter(Boolean)
    .join(' · ')
  if (taking.submitted) return <HandedIn activity={activity} submitted={taking.submitted} slots={slots} />
  const answered = questions.filter(({ item }) => (slots.get(item.slot)?.answer ?? null) !== null).length
  const bar = (
    <TakingBar
      title={title}
      about={about}
      place={questions.length > 0 ? t('answeredOf', { answered, total: questions.length }) : ''}
      deadline={taking.deadline}
      left={timed ? countdown.left : undefined}
      paused={taking.paused}
      busy={taking.handIn === 'sending' || taking.handIn === 'waiting'}
      onHandIn={() => setAsking('handIn')}
    />
  )
  if (taking.failed !== undefined)
    return (
      <>
        {bar}
        <div className="p-6 max-tablet:p-4">
          <ReadFailed title={t('paperFailed')} error={taking.failed} at={Date.now()} onRetry={taking.reload} />
        </div>
      </>
    )
  if (!paper)
    return (
      <>
        {bar}
        <div className="mx-auto w-full max-w-[760px] space-y-4 p-6">
          <Bone className="h-4 w-48" />
          <Bone className="h-40" />
        </div>
      </>
    )
  const off = taking.paused || over || taking.handIn === 'waiting' || taking.held === 'elsewhere' || taking.held === 'ended'
  const first = noWayBack ? (page[0]?.number ?? 1) - 1 : 0
  const map = { questions, slots, marked, here, first, onOpen: turnTo }
  const last = at >= pages.length - 1
  const section = page[0]?.opens || page.length === 0 ? page[0]?.section : undefined
  return (
    <div className="flex flex-1 flex-col">
      {bar}
      <Notices taking={taking} countdown={countdown} timed={timed} questions={questions} />
      {taking.paused && <Paused />}
      {over && !taking.paused && taking.held !== 'ended' && (
        <TimeOver unsent={taking.unsent().length} offline={taking.offline !== undefined} acceptUntil={taking.acceptUntil} />
      )}
      <div inert={taking.paused || undefined} className="flex flex-1 max-small:flex-col">
        <aside className="w-[248px] shrink-0 border-r border-line px-5 py-6 max-small:hidden">
          <div className="sticky top-20 max-h-[calc(100dvh-96px)] overflow-y-auto p-1">
            <Navigator {...map} />
          </div>
        </aside>
        <div className="flex min-w-0 flex-1 flex-col">
          <div
            ref={content}
            className="w-full flex-1 scroll-mt-24 px-10 py-6 desktop:mx-auto desktop:max-w-[800px] max-tablet:px-4 max-tablet:py-4"
          >
            {section && (section.title || section.text) && (
              <header className="mb-5 border-b border-line pb-4">
                {section.title && <p className="text-title font-bold">{section.title}</p>}
                {section.text && <RichText html={section.text} files={addresses} size="body" />}
              </header>
            )}
            <TextFiles value={inTexts.register}>
              {page.map((question, n) => (
                <div key={question.item.slot} className={n === 0 ? 'pb-6' : 'border-t border-line py-6'}>
                  {question.stimulus && (n === 0 || page[n - 1]?.stimulus?.slot !== question.stimulus.slot) && (
                    <div className="mb-5 rounded-card border border-line bg-sunken px-4 py-3">
                      <RichText html={question.stimulus.stem} files={addresses} />
                      {media(question.stimulus)}
                    </div>
                  )}
                  <QuestionCard
                    question={question}
                    slot={slots.get(question.item.slot)}
                    marked={marked.has(question.item.slot)}
                    files={addresses}
                    media={media(question.item)}
                    focus={focus === question.item.slot}
                    readOnly={off}
                    activity={activity.id}
                    onAnswer={onAnswer}
                    onMark={onMark}
                    onEnter={setActive}
                    onLeave={onLeave}
                  />
                </div>
              ))}
            </TextFiles>
          </div>
          <footer
            data-buttons
            className="sticky bottom-0 z-(--z-index-head) border-t border-line bg-canvas px-10 py-3 [@media(max-height:400px)]:static max-tablet:px-4 max-tablet:pb-[calc(12px+env(safe-area-inset-bottom))]"
          >
            <div className="mx-auto max-w-[720px]">
              <div className="mb-2.5 flex gap-1.5 overflow-x-auto p-1 tablet:hidden">
                {questions.slice(Math.max(0, (page[0]?.number ?? 1) - 4), Math.max(0, (page[0]?.number ?? 1) - 4) + 8).map((question) => (
                  <Cell key={question.item.slot} question={question} {...map} />
                ))}
              </div>
              <div className="flex items-center justify-between gap-3">
                <Button
                  icon={ChevronLeft}
                  size="lg"
                  className="max-tablet:flex-1"
                  off={at === 0 ? t('isFirst') : noWayBack ? t('noWayBackShort') : undefined}
                  onClick={() => openPage(at - 1)}
                >
                  {phone ? t('previous') : at > 0 ? rangeOf(pages[at - 1] ?? []) : t('previous')}
                </Button>
                <span className="tabular text-small text-text-3 max-small:hidden">
                  {t('pageOf', { page: at + 1, pages: pages.length })}
                </span>
                <span className="small:hidden">
                  <Button icon={LayoutGrid} size="lg" onClick={() => setAsking('map')}>
                    {phone ? t('map') : t('questions')}
                  </Button>
                </span>
                {last ? (
                  <Button size="lg" className="max-tablet:flex-1" onClick={() => setAsking('handIn')}>
                    {t('handIn')}
                  </Button>
                ) : (
                  <Button trailing={ChevronRight} size="lg" className="max-tablet:flex-1" onClick={() => openPage(at + 1)}>
                    {phone ? t('next') : rangeOf(pages[at + 1] ?? [])}
                  </Button>
                )}
              </div>
            </div>
          </footer>
        </div>
        <aside className="w-[264px] shrink-0 px-4 py-6 max-desktop:hidden">
          <SavingCard taking={taking} timed={timed} copied={copied} />
        </aside>
      </div>
      {asking === 'handIn' && (
        <HandInDialog
          taking={taking}
          questions={questions}
          missing={missing}
          onOpen={turnTo}
          mayOpen={(number) => !noWayBack || number > first}
          onClose={() => setAsking(undefined)}
        />
      )}
      <Dialog open={asking === 'map'} onClose={() => setAsking(undefined)} title={t('questions')} width={560}>
        <Navigator {...map} />
        <div className="mt-4">
          <SavingCard taking={taking} timed={timed} copied={copied} />
        </div>
      </Dialog>
      <BeforeTurning
        open={typeof asking === 'object'}
        forGood={noWayBack}
        answered={page.every(({ item }) => (slots.get(item.slot)?.answer ?? null) !== null)}
        missing={missing}
        onTurn={() => typeof asking === 'object' && open(asking.next)}
        onClose={() => setAsking(undefined)}
      />
      <TextLeave files={inTexts} />
      {media.popup}
    </div>
  )
}
