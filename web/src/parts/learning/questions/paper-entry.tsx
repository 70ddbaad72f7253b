// A question or a draw in the editor of a paper: its place, its points, what stands in its way.
import { Dices, Trash2 } from 'lucide-react'
import { useTexts } from '../../../i18n.ts'
import { plainText } from '../../../question-types/parts/plain-text.ts'
import { questionTypeOf } from '../../../question-types.ts'
import { Button } from '../../../ui/button.tsx'
import { Tile } from '../../../ui/marks/chip.tsx'
import { classes } from '../../../ui/class-names.ts'
import { DecimalField } from '../../../ui/fields/decimal-field.tsx'
import { sentences } from '../../../ui/format.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { sortClasses, SortHandle } from '../../../ui/order/sort-handle.tsx'
import type { useSortable } from '../../../ui/order/sortable.ts'
import { AnswersLine } from './answers-line.tsx'
import { type Entry, isPoints } from './paper-draft.ts'

export function PaperEntry({
  entry,
  number,
  scored,
  problem,
  sorting,
  onChange,
  onTakeNewer,
  onDraw,
  onRemove,
}: {
  entry: Entry
  /** Its number in the paper, or those of a draw. */
  number: string
  scored: boolean
  problem: string | undefined
  sorting: ReturnType<typeof useSortable>
  onChange: (part: Partial<Entry>) => void
  onTakeNewer: () => void
  onDraw: () => void
  onRemove: () => void
}) {
  const t = useTexts('exam-work')
  return (
    <li
      {...sorting.row(entry.key)}
      className={classes('relative flex flex-wrap items-center gap-2.5 px-3 py-2', sortClasses(sorting, entry.key))}
    >
      <SortHandle sorting={sorting} id={entry.key} name={titleOf(entry, t)} />
      <span className="tabular min-w-5 shrink-0 text-right text-small text-text-3">{number}</span>
      <EntryTile entry={entry} />
      <div className="min-w-0 flex-1 basis-52">
        <p className="text-body font-medium wrap-break-word">{titleOf(entry, t)}</p>
        <p className="text-small text-text-3 wrap-break-word empty:hidden">
          {entry.draw ? (
            <DrawText entry={entry} />
          ) : entry.question ? (
            ownTitle(entry.question) && textOf(entry.question)
          ) : (
            t('questionGone')
          )}
        </p>
        {entry.question && <AnswersLine content={entry.question.content} keyOf={entry.question.key} />}
        {entry.question?.newer && (
          <p className="mt-1 flex flex-wrap items-center gap-x-3 text-small text-info-text">
            {t('newerVersion')}
            <Button size="sm" onClick={onTakeNewer}>
              {t('takeNewer')}
            </Button>
          </p>
        )}
        {problem && <p className="mt-1 text-small text-bad-text">{problem}</p>}
      </div>
      <div className="ml-auto flex items-center gap-2.5">
        {scored && (
          <DecimalField
            label={t(entry.draw ? 'pointsEach' : 'pointsLabel', { name: titleOf(entry, t) })}
            hideLabel
            value={entry.points}
            onChange={(points) => onChange({ points })}
            error={isPoints(entry.points) ? undefined : t('pointsUnread')}
            className="w-24"
          />
        )}
        {entry.draw && <IconButton label={t('editDraw')} icon={Dices} onClick={onDraw} />}
        <IconButton label={t('takeOut', { name: titleOf(entry, t) })} icon={Trash2} onClick={onRemove} />
      </div>
    </li>
  )
}

/** The places of blanks as a line to write on. */
const withoutBlanks = (text: string) => text.replace(/\[\[[a-z0-9]+\]\]/g, '____')

type Question = NonNullable<Entry['question']>
/** A title that says more than the first words of its text. */
const ownTitle = ({ title, stem }: Question) => {
  const given = withoutBlanks(title).replace(/…$/, '')
  return withoutBlanks(plainText(stem)).startsWith(given) ? '' : given
}
const textOf = ({ stem }: Question) => withoutBlanks(plainText(stem)).slice(0, 160)

type Texts = ReturnType<typeof useTexts<'exam-work'>>
export const titleOf = (entry: Entry | undefined, t: Texts): string =>
  entry?.draw
    ? t('drawTitle', { count: entry.draw.count })
    : entry?.question
      ? ownTitle(entry.question) || textOf(entry.question)
      : t('questionLoading')
function EntryTile({ entry }: { entry: Entry }) {
  if (entry.draw) return <Tile tone="note" icon={Dices} size={26} />
  return entry.question ? <Tile tone="neutral" icon={questionTypeOf(entry.question.type).icon} size={26} /> : null
}

function DrawText({ entry: { draw, there } }: { entry: Entry }) {
  const t = useTexts('exam-work')
  const q = useTexts('questions')
  if (!draw) return null
  return sentences(
    there === null ? t('drawFrom') : t('drawThere', { count: there }),
    draw.tags && draw.tags.length > 0 && t('drawTags', { tags: draw.tags.join(', ') }),
    draw.types && draw.types.length > 0 && draw.types.map((type) => q(`type.${type}`)).join(', '),
  )
}
