// A text with blanks: the fields stand where `[[id]]` stands in the stem.
import type { ContentOf } from '@lyceum/activity/questions/question-types/api'
import { useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTexts } from '../../i18n.ts'
import { classes } from '../../ui/class-names.ts'
import { RichText } from '../../ui/text/rich-text.tsx'
import type { AnswerProps } from '../definition.ts'
import { plainText } from '../parts/plain-text.ts'
import { decimalSign } from '../../ui/numbers.ts'
import { differentReading, shownNumber } from '../parts/shown-numbers.ts'
import { Verdict } from '../parts/verdict.tsx'

type Blank = ContentOf<'blanks'>['blanks'][number]

export function BlanksAnswer({ stem, content, answer, onAnswer, files, labelledBy, review }: AnswerProps<'blanks'>) {
  const root = useRef<HTMLDivElement>(null)
  const [places, setPlaces] = useState<ReadonlyMap<string, HTMLElement>>(new Map())
  // after RichText has put its nodes there
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the text is drawn anew
  useLayoutEffect(() => {
    if (root.current) setPlaces(placesIn(root.current))
  }, [stem, files])
  const give = (id: string, text: string) => {
    const values = Object.fromEntries(Object.entries({ ...answer?.values, [id]: text }).filter(([, value]) => value.trim()))
    const typed = content.blanks.some((blank) => blank.id === id && blank.kind === 'number') ? { [id]: decimalSign() } : {}
    const decimals = Object.fromEntries(Object.entries({ ...answer?.decimals, ...typed }).filter(([of]) => values[of] !== undefined))
    onAnswer?.(Object.keys(values).length > 0 ? { values, ...(Object.keys(decimals).length > 0 && { decimals }) } : undefined)
  }
  return (
    <div ref={root} role="group" aria-labelledby={labelledBy}>
      <RichText html={stem} files={files} className="leading-[2.4]" />
      {content.blanks.map((blank, n) => {
        const place = places.get(blank.id)
        const verdict = review?.parts[blank.id]
        const solution = review?.solution?.values[blank.id]
        const reading =
          blank.kind === 'number' ? differentReading(answer?.values[blank.id] ?? '', undefined, answer?.decimals?.[blank.id]) : undefined
        return (
          place &&
          createPortal(
            <span className="inline-flex items-center gap-1 align-middle">
              <BlankField
                blank={blank}
                number={n + 1}
                value={answer?.values[blank.id] ?? ''}
                onChange={onAnswer && ((text) => give(blank.id, text))}
              />
              {reading !== undefined && <span className="tabular text-caption text-text-2">= {reading}</span>}
              <Verdict of={verdict} />
              {solution !== undefined && verdict !== 'right' && <span className="text-caption text-text-2">{nameIn(blank, solution)}</span>}
            </span>,
            place,
            blank.id,
          )
        )
      })}
    </div>
  )
}

const nameIn = ({ kind, options }: Blank, value: string) =>
  kind === 'number' ? shownNumber(value) : plainText(options?.find(({ id }) => id === value)?.text ?? value)

function BlankField({
  blank,
  number,
  value,
  onChange,
}: {
  blank: Blank
  number: number
  value: string
  onChange: ((value: string) => void) | undefined
}) {
  const t = useTexts('questions')
  const label = t('blank', { number })
  const look = classes('field-edge inline-block min-h-9 px-2 text-read leading-normal')
  if (blank.kind === 'choice')
    return (
      <select aria-label={label} value={value} disabled={!onChange} onChange={(event) => onChange?.(event.target.value)} className={look}>
        <option value="">{t('choose')}</option>
        {blank.options?.map(({ id, text }) => (
          <option key={id} value={id}>
            {plainText(text)}
          </option>
        ))}
      </select>
    )
  return (
    <input
      dir="auto"
      type="text"
      inputMode={blank.kind === 'number' ? 'decimal' : 'text'}
      aria-label={label}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      maxLength={1000}
      value={value}
      readOnly={!onChange}
      onChange={(event) => onChange?.(event.target.value)}
      className={classes(look, 'field-sizing-content max-w-full min-w-28', blank.kind === 'number' && 'tabular')}
    />
  )
}

/** Puts an element in place of every `[[id]]` of the text. */
function placesIn(root: HTMLElement): Map<string, HTMLElement> {
  const found = new Map<string, HTMLElement>()
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const nodes: Text[] = []
  while (walker.nextNode()) if (/\[\[[a-z0-9]+\]\]/.test(walker.currentNode.textContent ?? '')) nodes.push(walker.currentNode as Text)
  for (const node of nodes) {
    const parts = (node.textContent ?? '').split(/\[\[([a-z0-9]+)\]\]/)
    node.replaceWith(
      ...parts.map((text, n) => {
        if (n % 2 === 0) return text
        const place = document.createElement('span')
        found.set(text, place)
        return place
      }),
    )
  }
  return found
}
