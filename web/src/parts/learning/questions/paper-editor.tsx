// The editor of a paper: sections of questions and draws, in an order that is dragged or moved by keyboard, with points. Saved by itself.
import type { QuestionTypeName } from '@lyceum/activity/questions/question-types/api'
import { Eye, Plus, RefreshCw } from 'lucide-react'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { texts, useTexts } from '../../../i18n.ts'
import { Banner } from '../../../ui/marks/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { sentences } from '../../../ui/format.ts'
import { SortLiveText } from '../../../ui/order/sort-handle.tsx'
import { useSortable } from '../../../ui/order/sortable.ts'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { problemText } from '../../base/errors/problem-text.ts'
import {
  countOf,
  type Entry,
  newSection,
  type Paper,
  questionsIn,
  type Section,
  sumOf,
  withEntries,
  withMovedEntry,
} from './paper-draft.ts'
import { publishActivities } from '../course/content-changes.ts'
import { AddFirst, AddToSection } from './paper-adding.tsx'
import { PaperEntry, titleOf } from './paper-entry.tsx'
import { usePaperProblem } from './paper-problems.ts'
import { SectionHead } from './section-head.tsx'
import { SaveLine } from './paper-save-line.tsx'
import { usePaper } from './use-paper.ts'
import { laterDialog } from '../../../ui/dialogs/later-dialog.tsx'

const DrawDialog = laterDialog(async () => (await Promise.all([import('./draw-dialog.tsx'), texts('questions', 'course')]))[0])
const SectionDialog = laterDialog(async () => (await Promise.all([import('./section-dialog.tsx'), texts('course', 'editor', 'upload')]))[0])
const ChooseQuestions = laterDialog(async () => (await Promise.all([import('./choose-questions.tsx'), texts('questions', 'course')]))[0])

const NewQuestion = laterDialog(
  async () =>
    (await Promise.all([import('../banks/new-question.tsx'), texts('banks', 'questions', 'errors', 'editor', 'drafts', 'upload')]))[0],
)

type Asking =
  | { kind: 'new'; section: string; type: QuestionTypeName }
  | { kind: 'pick' | 'section'; section: string }
  | { kind: 'draw'; section: string; entry?: Entry }

export function PaperEditor({
  activity,
  course,
  first,
  scored,
  published,
  draws = false,
  fresh,
  head,
}: {
  activity: string
  course: string
  first: Paper
  /** Whether its questions have points. */
  scored: boolean
  /** Whether the activity is published; a draft is published here too. */
  published: boolean
  /** The first values of a section that a question is put into: the moment of the film. */
  fresh?: () => Partial<Section>
  /** Whether questions may be drawn for each attempt. */
  draws?: boolean
  /** Controls of a section: its moment in a film. */
  head?: (section: Section, change: (part: Partial<Section>) => void) => ReactNode
}) {
  const t = useTexts('exam-work')
  const problemOf = usePaperProblem()
  const { paper, sections, state, change, choose } = usePaper(activity, first)
  // several are added before the editor is drawn again
  const latest = useRef(sections)
  latest.current = sections
  const decide = (mine: boolean) =>
    choose(mine).then(
      (other) => toast({ text: t(mine ? 'mineKept' : 'theirsTaken'), undo: () => change(other) }),
      (error: unknown) => toast({ text: problemText(error), error: true }),
    )
  const [asking, setAsking] = useState<Asking>()
  const find = (key: string) => sections.flatMap(({ entries }) => entries).find((entry) => entry.key === key)
  const sorting = useSortable({
    kind: 'paper',
    groups: sections.map(({ id, entries }) => ({ id, items: entries.map(({ key }) => key) })),
    name: (key) => titleOf(find(key), t),
    groupName: (id) => sectionTitle(sections, id, t),
    onMove: (key, target) => change(withMovedEntry(sections, key, { group: target.group, before: target.before ?? undefined })),
  })
  const changeSection = (id: string, part: Partial<Section>) => change(sections.map((one) => (one.id === id ? { ...one, ...part } : one)))
  const changeEntry = (key: string, part: Partial<Entry>) =>
    change(sections.map((one) => ({ ...one, entries: one.entries.map((entry) => (entry.key === key ? { ...entry, ...part } : entry)) })))
  const remove = (key: string) => {
    const before = sections
    change(sections.map((one) => ({ ...one, entries: one.entries.filter((entry) => entry.key !== key) })))
    toast({ text: t('tookOut'), undo: () => change(before) })
  }
  const takeNewer = (key: string) =>
    change(
      sections.map((one) => ({
        ...one,
        entries: one.entries.map((entry) => {
          const { version_id: _, ...rest } = entry
          return entry.key === key ? rest : entry
        }),
      })),
    )
  const moveSection = (id: string, by: -1 | 1) => {
    const at = sections.findIndex((one) => one.id === id)
    const next = [...sections]
    const [moved] = next.splice(at, 1)
    if (moved) next.splice(at + by, 0, moved)
    change(next)
  }
  const removeSection = (id: string) => {
    const before = sections
    change(sections.filter((one) => one.id !== id))
    toast({ text: t('sectionRemoved'), undo: () => change(before) })
  }
  const count = countOf(sections)
  const problems = state.kind === 'saved' || state.kind === 'clean' ? paper.problems : []
  const shown = sorting.groups.flatMap(({ id, items }) => {
    const section = sections.find((one) => one.id === id)
    return section ? [{ section, items: items.flatMap((key) => find(key) ?? []) }] : []
  })
  const add = (section: string, entries: Parameters<typeof withEntries>[2]) =>
    change(withEntries(latest.current.length > 0 ? latest.current : [{ ...newSection(), ...fresh?.() }], section, entries))
  const adding = (section: string) => ({
    types: paper.types,
    onNew: (type: QuestionTypeName) => setAsking({ kind: 'new', section, type }),
    onPick: () => setAsking({ kind: 'pick', section }),
    onDraw: draws ? () => setAsking({ kind: 'draw', section }) : undefined,
  })
  const unready =
    state.kind !== 'saved' && state.kind !== 'clean' ? t('publishWaits') : problems.length > 0 ? t('publishBlocked') : undefined
  let number = 0
  return (
    <div className="space-y-3.5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="tabular min-w-0 flex-1 basis-60 text-body">
          {sentences(
            count > 0 && t('paperCount', { count }),
            scored && count > 0 && t('paperPoints', { count: Number(sumOf(sections)), points: sumOf(sections) }),
          )}
        </p>
        <SaveLine state={state} />
        {!published && count > 0 && (
          <Button variant="primary" icon={Eye} off={unready} onClick={() => void publishActivities(course, [activity], true)}>
            {t('publishNow')}
          </Button>
        )}
      </div>
      {state.kind === 'conflict' && (
        <Banner
          tone="warn"
          urgent
          action={
            <span className="flex flex-wrap gap-2">
              <Button size="sm" icon={RefreshCw} onClick={() => void decide(false)}>
                {t('takeTheirs')}
              </Button>
              <Button size="sm" onClick={() => void decide(true)}>
                {t('keepMine')}
              </Button>
            </span>
          }
        >
          {t('paperNewer')}
        </Banner>
      )}
      {state.kind === 'refused' && (
        <Banner tone="bad" urgent>
          {problemText(state.error)}
        </Banner>
      )}
      {paper.begun && <Banner tone="info">{t('paperBegun')}</Banner>}
      {sections.length === 0 && <AddFirst {...adding('')} />}
      <div ref={sorting.list} className="space-y-3.5">
        {shown.map(({ section, items }, at) => (
          <section key={section.id} aria-label={sectionTitle(sections, section.id, t)} className="surface-card">
            <SectionHead
              section={section}
              title={sectionTitle(sections, section.id, t)}
              scored={scored}
              onEdit={() => setAsking({ kind: 'section', section: section.id })}
              onUp={at > 0 ? () => moveSection(section.id, -1) : undefined}
              onDown={at < shown.length - 1 ? () => moveSection(section.id, 1) : undefined}
              onRemove={() => removeSection(section.id)}
            >
              {head?.(section, (part) => changeSection(section.id, part))}
            </SectionHead>
            {items.length === 0 && (
              <p {...sorting.drop(section.id)} className="px-4 py-4 text-small text-text-3">
                {t('sectionEmpty')}
              </p>
            )}
            <ol className="divide-y divide-line">
              {items.map((entry, nth) => {
                const from = number + 1
                number += questionsIn(entry)
                const problem = problems.find((one) => one.section === section.id && one.entry === nth)
                return (
                  <PaperEntry
                    key={entry.key}
                    entry={entry}
                    number={from > number ? '' : from === number ? String(from) : `${from}–${number}`}
                    scored={scored}
                    problem={problem && problemOf(problem)}
                    sorting={sorting}
                    onChange={(part) => changeEntry(entry.key, part)}
                    onTakeNewer={() => takeNewer(entry.key)}
                    onDraw={() => setAsking({ kind: 'draw', section: section.id, entry })}
                    onRemove={() => remove(entry.key)}
                  />
                )
              })}
            </ol>
            <AddToSection {...adding(section.id)} />
          </section>
        ))}
      </div>
      {sections.length > 0 && (
        <Button variant="quiet" icon={Plus} onClick={() => change([...sections, { ...newSection(), ...fresh?.() }])}>
          {t('addSection')}
        </Button>
      )}
      <SortLiveText sorting={sorting} />
      <Suspense>
        {asking?.kind === 'new' && (
          <NewQuestion
            course={course}
            activity={activity}
            type={asking.type}
            types={paper.types}
            scored={scored}
            onAdd={({ id, points }) =>
              add(asking.section, [{ question_id: id, points: scored ? points : '0', question: null, there: null }])
            }
            onClose={() => setAsking(undefined)}
          />
        )}
        {asking?.kind === 'pick' && (
          <ChooseQuestions
            course={course}
            types={paper.types}
            chosen={new Set(sections.flatMap(({ entries }) => entries.flatMap(({ question_id }) => question_id ?? [])))}
            onPick={(rows) => {
              add(
                asking.section,
                rows.map(({ id, points }) => ({ question_id: id, points: scored ? points : '0', question: null, there: null })),
              )
              setAsking(undefined)
            }}
            onClose={() => setAsking(undefined)}
          />
        )}
        {asking?.kind === 'draw' && (
          <DrawDialog
            course={course}
            entry={asking.entry}
            scored={scored}
            onDone={(draw, points) => {
              if (asking.entry) changeEntry(asking.entry.key, { draw, points })
              else add(asking.section, [{ draw, points, question: null, there: null }])
              setAsking(undefined)
            }}
            onClose={() => setAsking(undefined)}
          />
        )}
        {asking?.kind === 'section' && (
          <SectionDialog
            activity={activity}
            version={paper.version}
            section={sections.find(({ id }) => id === asking.section)}
            onDone={(part) => {
              changeSection(asking.section, part)
              setAsking(undefined)
            }}
            onClose={() => setAsking(undefined)}
          />
        )}
      </Suspense>
    </div>
  )
}

type Texts = ReturnType<typeof useTexts<'exam-work'>>
const sectionTitle = (sections: readonly Section[], id: string, t: Texts): string =>
  sections.find((one) => one.id === id)?.title || t('sectionNumber', { number: sections.findIndex((one) => one.id === id) + 1 })
