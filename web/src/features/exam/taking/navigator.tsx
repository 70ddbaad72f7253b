// The questions of an exam as numbers: answered and saved, kept on the device, open, marked to look at again; the present one is framed.
import { Flag } from 'lucide-react'
import { useTexts } from '../../../i18n.ts'
import type { Slot } from '../../../parts/learning/attempts/answer-keeper.ts'
import type { Question } from '../../../parts/learning/attempts/paper.ts'
import { classes } from '../../../ui/class-names.ts'

type SlotState = 'saved' | 'device' | 'open'
const stateOf = (slot: Slot | undefined): SlotState =>
  !slot || slot.answer === null
    ? slot && slot.state.kind !== 'saved'
      ? 'device'
      : 'open'
    : slot.state.kind === 'saved'
      ? 'saved'
      : 'device'

const looks: Record<SlotState, string> = {
  saved:
    'border-transparent bg-accent-soft text-accent-soft-text shadow-[inset_0_-3px_0_var(--accent-line)] forced-colors:border-[CanvasText]',
  device: 'border-dashed border-warn bg-warn-soft text-warn-text',
  open: 'border-line-strong bg-surface text-text-2',
}

type Props = {
  questions: readonly Question[]
  slots: ReadonlyMap<number, Slot>
  marked: ReadonlySet<number>
  /** The slot of the present question. */
  here: number | undefined
  /** The first slot that may be opened. */
  first: number
  onOpen: (slot: number) => void
}

export function Cell({ question, slots, marked, here, first, onOpen }: Omit<Props, 'questions'> & { question: Question }) {
  const t = useTexts('exam')
  const { slot } = question.item
  const slotState = stateOf(slots.get(slot))
  const locked = question.number - 1 < first
  const label = [
    t('question', { number: question.number }),
    t(`answerState.${slotState}`),
    marked.has(slot) && t('answerState.marked'),
    locked && t('noWayBackShort'),
  ]
    .filter(Boolean)
    .join(', ')
  return (
    <button
      type="button"
      aria-label={label}
      aria-current={slot === here ? 'true' : undefined}
      aria-disabled={locked || undefined}
      onClick={() => {
        if (!locked) onOpen(slot)
      }}
      className={classes(
        'tabular relative inline-flex h-9 min-w-9 shrink-0 items-center justify-center rounded-control border text-small font-semibold pointer-coarse:h-11 pointer-coarse:min-w-11',
        looks[slotState],
        slot === here && 'outline-2 outline-offset-2 outline-accent',
        locked && 'opacity-60',
      )}
    >
      {question.number}
      {marked.has(slot) && <Flag aria-hidden size={14} strokeWidth={2} className="absolute -top-1.5 -right-1 fill-bad text-bad" />}
    </button>
  )
}

export function Navigator({ questions, ...rest }: Props) {
  const t = useTexts('exam')
  const count = (state: SlotState) => questions.filter(({ item }) => stateOf(rest.slots.get(item.slot)) === state).length
  const answered = questions.filter(({ item }) => (rest.slots.get(item.slot)?.answer ?? null) !== null).length
  const sections = questions.filter(({ opens }) => opens)
  return (
    <nav aria-label={t('questions')} className="space-y-4">
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="text-section font-semibold">{t('questions')}</h2>
        <span className="tabular text-small text-text-2">{t('answeredOf', { answered, total: questions.length })}</span>
      </div>
      {sections.map(({ section }) => (
        <div key={section.id}>
          {sections.length > 1 && section.title && <h3 className="mb-1.5 text-caption font-semibold text-text-3">{section.title}</h3>}
          <div className="grid grid-cols-[repeat(auto-fill,minmax(36px,1fr))] gap-2 pointer-coarse:grid-cols-[repeat(auto-fill,minmax(44px,1fr))]">
            {questions
              .filter((question) => question.section.id === section.id)
              .map((question) => (
                <Cell key={question.item.slot} question={question} {...rest} />
              ))}
          </div>
        </div>
      ))}
      <dl className="space-y-2 text-small text-text-2">
        {(['saved', 'device', 'open'] as const).map((state) => (
          <div key={state} className="flex items-center gap-2.5">
            <span aria-hidden className={classes('size-5 shrink-0 rounded-mark border', looks[state])} />
            <dt className="flex-1">{t(`legend.${state}`)}</dt>
            <dd className="tabular font-semibold text-text">{count(state)}</dd>
          </div>
        ))}
        <div className="flex items-center gap-2.5">
          <Flag aria-hidden size={16} strokeWidth={2} className="mx-0.5 shrink-0 fill-bad text-bad" />
          <dt className="flex-1">{t('legend.marked')}</dt>
          <dd className="tabular font-semibold text-text">{rest.marked.size}</dd>
        </div>
      </dl>
    </nav>
  )
}
