// One work in the workspace: the paper with its marks in the middle, what it is given at the right.
import { usePartialRubric } from '../../parts/learning/rubrics/use-partial-rubric.tsx'
import { type ReactNode, type RefObject, useMemo, useRef, useState } from 'react'
import { call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { problemText } from '../../parts/base/errors/problem-text.ts'
import { invalidate } from '../../queries.ts'
import { date, dateTime } from '../../ui/format.ts'
import { Popover } from '../../ui/menus/popover.tsx'
import { toast } from '../../ui/dialogs/toast.tsx'
import { BookMarked } from 'lucide-react'
import { numbersOf } from '../../anchors/mark.ts'
import type { LayerTools } from '../../anchors/mark-layer.tsx'
import { CommentBank } from './comment-bank.tsx'
import { CommentList } from './comment-list.tsx'
import { ReceivedReviews } from './received-reviews.tsx'
import { GradePanel } from './grade-panel.tsx'
import { LeaveEditor } from './leave-editor.tsx'
import { MemberPoints } from './member-points.tsx'
import { PartTabs } from './part-tabs.tsx'
import { authorName, type MarkedWork, patchRow, type Rubric } from './queries.ts'
import { SecondMarking } from './second-marking.tsx'
import { SimilarWorks } from './similar-works.tsx'
import { TimeMarks } from './time-marks.tsx'
import { colourOf, Toolbar, type ToolState } from './toolbar.tsx'
import { useMarking } from './use-marking.ts'
import { useMarkingKeys, useScoreKeys } from './use-marking-keys.ts'
import { useMarks } from './use-marks.ts'
import { usePresence } from './use-presence.ts'
import { useTypedScore } from '../../parts/learning/rubrics/use-typed-score.ts'
import { partsOf } from './parts.ts'
import { useCopyDownload } from './use-copy-download.ts'
import { useStageView } from './use-stage-view.ts'
import { WorkStage } from './work-stage.tsx'

export function Work({
  submission,
  rubric,
  secondMarker,
  me,
  hiddenAs,
  tools: toolState,
  onTools,
  stageBox,
  person,
  mayLeave,
  onCopy,
  onNext,
  onBack,
  onMove,
}: {
  submission: MarkedWork
  rubric: Rubric | null
  secondMarker: boolean
  me: { id: string; name: string }
  hiddenAs: number | undefined
  tools: ToolState
  onTools: (change: Partial<ToolState>) => void
  /** The element whose width the works opened ahead are drawn for. */
  stageBox: RefObject<HTMLDivElement | null>
  /** The heading with the name. */
  person: RefObject<HTMLHeadingElement | null>
  /** False while a score is typed that is none. */
  mayLeave: RefObject<boolean>
  /** Makes the marked copy, for the menu in the header. */
  onCopy: RefObject<(() => void) | undefined>
  /** To the next work that is to be marked. */
  onNext: () => void
  /** To this work again. */
  onBack: () => void
  onMove: (by: 1 | -1) => void
}) {
  const t = useTexts('marking')
  const work = useMarking(submission, rubric)
  const [n, setN] = useState(work.n)
  const version = submission.versions.find((one) => one.n === n)
  const marks = useMarks(submission.id, n, me, false)
  const present = usePresence(secondMarker ? undefined : submission.id)
  const parts = useMemo(() => partsOf(version), [version])
  const [at, setAt] = useState(0)
  const part = parts[at]
  const upload = part && 'file' in part ? part.file.upload_id : null
  const view = useStageView()
  const { download } = useCopyDownload()
  const [selected, setSelected] = useState<string>()
  const [goTo, setGoTo] = useState<{ id: string }>()
  const { typed, type, wrong } = useTypedScore(work, submission.max, mayLeave)
  const scoreField = useRef<HTMLInputElement>(null)
  const panel = useRef<HTMLElement>(null)
  const select = (id: string | undefined) => {
    if (selected && selected !== id) marks.dropSilent(selected)
    setSelected(id)
  }
  const numbers = useMemo(
    () =>
      numbersOf(
        marks.marks,
        parts.map((one) => ('file' in one ? one.file.upload_id : null)),
      ),
    [marks.marks, parts],
  )
  const bank = (text: string, pick: (text: string) => void): ReactNode => (
    <div className="mt-1 flex justify-end">
      <Popover label={t('bank')} width={300} trigger={{ label: t('bank'), icon: BookMarked, size: 'sm', iconSize: 15 }}>
        {(close) => (
          <CommentBank
            course={submission.course_id}
            text={text}
            onPick={(kept) => {
              pick(kept)
              close()
            }}
          />
        )}
      </Popover>
    </div>
  )
  const layerTools: LayerTools = {
    ...toolState,
    colour: colourOf(toolState),
    readOnly: false,
    numbers,
    selected,
    onSelect: select,
    onAdd: (page, mark) => {
      const id = marks.add(upload, page, mark)
      if (mark.kind === 'comment' || mark.kind === 'highlight') select(id)
    },
    onChange: marks.change,
    onRemove: (mark) => {
      if (selected === mark.id) setSelected(undefined)
      marks.remove(mark)
    },
    bank: (pick) => bank('', pick),
  }
  const shownMarks = useMemo(() => marks.marks.filter((mark) => mark.upload_id === upload), [marks.marks, upload])

  const { finish, asks } = usePartialRubric({ rubric, given: work.given, max: submission.max }, () => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    const finished = work.finishAside(authorName(submission.author, t, hiddenAs), onBack)
    void Promise.all([finished, marks.flush()]).then(() => invalidate('GET /api/activities/:id/submissions'))
    onNext()
  })
  const saveNext = () => {
    if (wrong) return scoreField.current?.focus()
    if (work.state.kind === 'conflict') return
    finish()
  }
  const rework = async () => {
    if (wrong) return scoreField.current?.focus()
    try {
      await Promise.all([work.finish(), marks.flush()])
      await call('POST /api/activities/:id/submissions/return', {
        params: { id: submission.activity_id },
        body: { ids: [submission.id], rework: true },
      })
      patchRow(submission.activity_id, submission.id, { state: 'returned', rework: true })
      toast({ text: t('reworkAsked'), undo: () => void takeBack() })
      await invalidate('GET /api/activities/:id/submissions', 'GET /api/submissions/:id')
    } catch (error) {
      toast({ text: problemText(error), error: true })
    }
  }
  const takeBack = async () => {
    try {
      const { taken_back } = await call('POST /api/activities/:id/submissions/take-back', {
        params: { id: submission.activity_id },
        body: { ids: [submission.id] },
      })
      await invalidate('GET /api/activities/:id/submissions', 'GET /api/submissions/:id')
      toast({ text: t(taken_back > 0 ? 'reworkTakenBack' : 'reworkNotTakenBack') })
    } catch (error) {
      toast({ text: problemText(error), error: true })
    }
  }
  useMarkingKeys({
    next: () => onMove(1),
    previous: () => onMove(-1),
    tool: (tool) => {
      if (tool === 'select') select(undefined)
      onTools({ tool })
    },
    digit: (digit) => {
      type(digit)
      scoreField.current?.focus()
    },
    rubric: () => panel.current?.querySelector<HTMLInputElement>('fieldset input[type=radio]')?.focus(),
    zoom: view.zoomBy,
    undo: () => marks.undo?.(),
    redo: () => marks.redo?.(),
    saveNext,
  })
  useScoreKeys(scoreField, onMove)
  onCopy.current = () => {
    void download({
      name: hiddenAs === undefined ? (submission.author.name ?? `submission-${submission.author.number ?? ''}`) : `submission-${hiddenAs}`,
      parts,
      marks: marks.marks,
      numbers,
    })
  }
  return (
    <>
      <div ref={view.frame} className="flex min-h-0 min-w-0 flex-1 flex-col bg-sunken max-tablet:min-h-[70dvh] max-tablet:flex-none">
        <Toolbar
          state={toolState}
          onState={(change) => {
            if (change.tool) select(undefined)
            onTools(change)
          }}
          readOnly={false}
          undo={marks.undo}
          redo={marks.redo}
          {...view.toolbar}
        />
        <PartTabs
          parts={parts}
          at={at}
          onPart={setAt}
          versions={submission.versions}
          n={n}
          onVersion={(next) => {
            setN(next)
            setAt(0)
          }}
          whenOf={submission.author.kind === 'pseudonym' ? date : dateTime}
        />
        <div ref={stageBox} className="min-h-0 flex-1 max-tablet:h-[70dvh] max-tablet:flex-none" data-work={submission.id}>
          {part && (
            <WorkStage
              key={upload ?? 'text'}
              part={part}
              marks={shownMarks}
              tools={layerTools}
              controls={{ ...view.controls, goTo }}
              below={
                <TimeMarks
                  marks={shownMarks}
                  readOnly={false}
                  onAdd={(mark) => marks.add(upload, 1, mark)}
                  onChange={(mark, text) => marks.change(mark, { text })}
                  onRemove={marks.remove}
                  onDropSilent={marks.dropSilent}
                />
              }
            />
          )}
        </div>
      </div>
      <aside
        ref={panel}
        aria-label={t('givenTo')}
        className="flex min-h-0 w-[336px] shrink-0 flex-col border-l border-line bg-surface max-tablet:w-full max-tablet:border-t max-tablet:border-l-0"
      >
        <GradePanel
          submission={submission}
          rubric={rubric}
          work={work}
          typed={typed}
          onTyped={type}
          hiddenAs={hiddenAs}
          present={present}
          markState={marks.state}
          second={secondMarker && <SecondMarking submission={submission} rubric={rubric} />}
          comments={
            <>
              <CommentList
                marks={marks.marks}
                numbers={numbers}
                onGo={(mark) => {
                  const to = parts.findIndex((one) => ('file' in one ? one.file.upload_id : null) === mark.upload_id)
                  if (to >= 0) setAt(to)
                  select(mark.id)
                  setGoTo({ id: mark.id })
                }}
              />
              <MemberPoints submission={submission.id} n={work.n} points={work.given.points} max={submission.max} />
              <ReceivedReviews submission={submission.id} max={submission.max} />
              <SimilarWorks submission={submission} />
            </>
          }
          person={person}
          scoreField={scoreField}
          onRework={() => void rework()}
          onTakeBack={() => void takeBack()}
          onNext={saveNext}
        />
      </aside>
      {asks}
      <LeaveEditor
        score={
          wrong && typed !== undefined
            ? { typed, max: submission.max, onLeave: () => type(undefined), onStay: () => scoreField.current?.focus() }
            : undefined
        }
        marks={marks.state === 'device' ? 'server' : undefined}
      />
    </>
  )
}
