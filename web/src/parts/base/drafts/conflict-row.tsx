// A difference between two versions: both sides with their words marked, and the choice which one is kept.
import { useId, useMemo } from 'react'
import { useTexts } from '../../../i18n.ts'
import { classes } from '../../../ui/class-names.ts'
import { type Choice, lacking, type Row, type Side } from './merge.ts'
import { wordsIn, withMarks } from './paragraphs.ts'
import { VersionText } from './version-text.tsx'
import type { VersionField } from './version-fields.ts'

type Changed = Extract<Row, { kind: 'changed' }>

export function ConflictRow({
  row,
  field,
  sides,
  choice,
  onChoose,
}: {
  row: Changed
  field: VersionField<object>
  sides: Record<Side, string>
  choice: Choice | undefined
  onChoose: (choice: Choice) => void
}) {
  const t = useTexts('drafts')
  const name = useId()
  const isText = field.kind === 'html'
  const html = { mine: row.mine.join(''), theirs: row.theirs.join('') }
  const marked = useMemo(() => {
    const words = { mine: wordsIn(html.mine), theirs: wordsIn(html.theirs) }
    return isText
      ? { mine: withMarks(html.mine, lacking(words.mine, words.theirs)), theirs: withMarks(html.theirs, lacking(words.theirs, words.mine)) }
      : html
  }, [isText, html.mine, html.theirs])
  const radio = (option: Choice, label: string, note?: string) => (
    <label className="inline-flex min-h-6 items-center gap-2 text-small font-medium">
      <input
        type="radio"
        name={name}
        checked={choice === option}
        onChange={() => onChoose(option)}
        className="size-4 shrink-0 appearance-none rounded-full border border-line-strong bg-surface checked:border-[5px] checked:border-accent forced-colors:appearance-auto"
      />
      {label}
      {note && <span className="font-normal text-text-3">{note}</span>}
    </label>
  )
  const side = (of: Side) => (
    <div
      className={classes(
        'min-w-0 rounded-tile border p-3',
        choice === of || choice === 'both' ? 'border-accent bg-accent-soft/30' : 'border-line',
      )}
    >
      {radio(of, sides[of], row.by === of ? t('changedHere') : undefined)}
      <div className="mt-1.5 break-words">
        {row[of].length === 0 ? (
          <p className="text-small text-text-3">{t('nothingHere')}</p>
        ) : isText ? (
          <VersionText html={marked[of]} />
        ) : (
          <PlainValue text={field.show?.(JSON.parse(row[of][0] ?? 'null')) ?? (row.by === of ? t('changedHere') : '')} />
        )}
      </div>
    </div>
  )
  return (
    <fieldset className="min-w-0">
      <legend className="screen-reader">{t('keepWhich')}</legend>
      <div className="grid gap-3 tablet:grid-cols-2">
        {side('mine')}
        {side('theirs')}
      </div>
      {isText && row.mine.length > 0 && row.theirs.length > 0 && <div className="mt-1.5">{radio('both', t('both'))}</div>}
    </fieldset>
  )
}

function PlainValue({ text }: { text: string }) {
  const t = useTexts('drafts')
  return text ? <p className="whitespace-pre-wrap">{text}</p> : <p className="text-small text-text-3">{t('nothingHere')}</p>
}
